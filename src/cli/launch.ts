/** One run per plan: a second start attaches to it, and a run that waits for a person goes on. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { ResolvedAgent } from '../agents/types.js';
import type { Finding } from '../documents/types.js';
import type { Service } from '../service/connection.js';
import { hostQueue } from '../service/task-queues.js';
import { hostId } from '../service/host-id.js';
import { RalphPlan, RalphRepository, RalphState } from '../workflows/search-attributes.js';
import type { LoopStatus, RalphLoopInput, ResumeMessage } from '../workflows/types.js';
import { readRunFileIfAny, writeRunFile, type RunFile } from '../workspace/run-file.js';
import { queryStatus, update } from './ask-run.js';
import type { FoundPlan, Place } from './place.js';
import { runDetails } from './run-details.js';
import { describeRun } from './run-handle.js';

export type Launched =
  | { kind: 'started' | 'attached' | 'resumed'; /** Last journal entry that is old news. */ seen: number }
  /** Nothing runs, and the audit found errors. */
  | { kind: 'refused'; seen: number; errors: Finding[] };

export interface LaunchRequest {
  agent: ResolvedAgent;
  /** Template of the prompt; the built-in one without it. */
  prompt?: string | undefined;
  input: RalphLoopInput;
  /** Of the audit; they keep a new run from starting, not an open one from going on. */
  errors: Finding[];
}

export async function launch(
  service: Service,
  place: Place,
  { run, located }: FoundPlan,
  { agent, prompt, input, errors }: LaunchRequest,
): Promise<Launched> {
  const { state, env, config } = place;
  const saveRunFile = (before?: RunFile) =>
    writeRunFile(state, {
      run,
      agent,
      env,
      prompt,
      // A start that only means "go on" doesn't take back what the first one asked for.
      notify: config.notify ?? before?.notify,
      prCommand: config.prCommand ?? before?.prCommand,
    });
  const open = await describeRun(service, run);
  if (open?.status.name === 'RUNNING') return attach(service, state, run, input, saveRunFile);
  if (errors.length > 0) return { kind: 'refused', seen: 0, errors };
  await saveRunFile();
  try {
    await service.client.workflow.start('ralphLoop', {
      workflowId: run,
      taskQueue: hostQueue(await hostId(state)),
      args: [input],
      workflowIdConflictPolicy: 'FAIL',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `${located.folder} in ${input.checkout}`.slice(0, 200),
      staticDetails: runDetails,
      typedSearchAttributes: [
        { key: RalphRepository, value: input.repository },
        { key: RalphPlan, value: located.folder },
        { key: RalphState, value: 'setting-up' },
      ],
    });
    return { kind: 'started', seen: 0 };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return attach(service, state, run, input, saveRunFile);
  }
}

/** A person who says `start` to a blocked run means: go on, with the agent and the environment of this terminal. */
async function attach(
  service: Service,
  state: string,
  run: string,
  input: RalphLoopInput,
  saveRunFile: (before?: RunFile) => Promise<void>,
): Promise<Launched> {
  const status = await queryStatus(service, run);
  const seen = status.journal.at(-1)?.sequence ?? 0;
  const before = await readRunFileIfAny(state, run);
  if (!waitsForPerson(status)) {
    if (before === undefined) await saveRunFile();
    return { kind: 'attached', seen };
  }
  await saveRunFile(before);
  const after = await readRunFileIfAny(state, run);
  const otherAgent = toldOf(after) !== toldOf(before);
  await update(service, run, 'resume', [{ ...newCaps(status, input), ...(otherAgent ? { otherAgent } : {}) }]);
  return { kind: 'resumed', seen };
}

/** What makes an agent do something else than the last time. */
function toldOf(runFile: RunFile | undefined): string {
  return JSON.stringify([runFile?.agent, runFile?.prompt]);
}

/** Caps that this start asks for, where the run waits for one. */
function newCaps({ waiting, iterationsUsed, budgets }: LoopStatus, input: RalphLoopInput): ResumeMessage {
  if (waiting?.reason === 'budget') {
    const asked = input.budgets ?? {};
    return JSON.stringify(asked) === JSON.stringify(budgets) ? {} : { budgets: asked };
  }
  const raised = waiting?.kind === 'capped' && input.maxIterations > iterationsUsed;
  return raised ? { maxIterations: input.maxIterations } : {};
}

function waitsForPerson({ waiting }: LoopStatus): boolean {
  return waiting !== undefined && waiting.kind !== 'limited';
}

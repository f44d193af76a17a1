/** Implement: a fresh agent on a saved tree, and everything that is not its business put back afterwards. */
import { readReport } from '../agents/report.js';
import { buildPrompt } from '../agents/prompt.js';
import type { AgentVerdict } from '../agents/types.js';
import { agentVerdict } from '../agents/verdict.js';
import { zoneOf } from '../agents/zone.js';
import { noUsage, reached } from '../workflows/budgets.js';
import { agentOutput, expectOutput } from '../workspace/mask-files.js';
import { usageOfDay } from '../workspace/usage-ledger.js';
import { afterAgent } from './after-agent.js';
import { countInterrupted } from './agent-record.js';
import { closeWindow, openWindow } from './agent-window.js';
import { startFromSavedTree } from './attempt-tree.js';
import { findDocuments, hold, type Deps, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { keepChanges } from './evidence.js';
import { makeAttemptFolder, readPinned } from './iteration-file.js';
import { rememberDocuments } from './own-documents.js';
import { maskOutput } from './mask-output.js';
import { promptContext } from './prompt-context.js';
import { runAgent, type AgentRun } from './run-agent.js';
import { reap } from './supervise.js';
import type { AgentOutcome, ImplementInput, ImplementResult } from './types.js';

/** Safe to run twice: what an interrupted try left is ended, saved and undone first. */
export async function implementIncrement(deps: Deps, input: ImplementInput): Promise<ImplementResult> {
  const { ref, settings, attempt } = input;
  const held = await hold(deps, ref);
  await reap(held, settings);
  const interrupted = await countInterrupted(held, input.unreported ?? []);
  const before = await usageOfDay(deps.state, zone(held), Date.now());
  if (reached(input.dayBudget, before.usage) !== undefined) return { ...nothing, day: before, interrupted };
  const pinned = await readPinned(held, ref);
  const start = await startFromSavedTree(held, ref, attempt, pinned.base);
  const documents = await findDocuments(held, settings);
  const folder = await makeAttemptFolder(held, ref, attempt);
  await expectOutput(folder);
  const remembered = await rememberDocuments(held, documents);
  const since = Date.now();
  const [prompt] = await Promise.all([
    promptContext(held, documents, pinned, input).then((context) => buildPrompt(context, held.runFile.prompt)),
    start.kept,
    openWindow(held, { iteration: ref.iteration, attempt, base: pinned.base, documents: remembered }),
  ]);
  const run = await runAgent(held, documents, input, folder, prompt);
  crashPoint(deps.state, 'after-agent');
  const after = await afterAgent(held, documents, input, { pinned, ...start, documents: remembered, since });
  await closeWindow(held);
  const changed = keepChanges(after.changes, folder);

  const unmasked = await maskOutput(held, folder, agentOutput);
  const { report, note } = readReport(run.summary.lastText);
  const outcome =
    after.problem === undefined
      ? conclude(held, run, changed, report?.blocked)
      : { kind: 'blocked' as const, ...after.problem, tail: run.tail };
  return {
    outcome,
    logFile: run.logFile,
    usage: run.usage,
    day: await usageOfDay(deps.state, zone(held), Date.now()),
    interrupted,
    changed,
    learnings: report?.learnings ?? [],
    criteria: [...new Set([...after.ticked, ...(report?.criteria ?? [])])],
    notes: [...start.notes, ...after.notes, ...unmasked, ...(note === undefined ? [] : [note])],
  };
}

/** Of an agent that was not started. */
const nothing: Omit<ImplementResult, 'day' | 'interrupted'> = {
  outcome: { kind: 'unaffordable' },
  logFile: '',
  usage: noUsage(),
  changed: false,
  learnings: [],
  criteria: [],
  notes: [],
};

function zone({ runFile }: Held): string {
  return zoneOf(runFile.env);
}

function conclude(held: Held, run: AgentRun, changed: boolean, gaveUp: string | undefined): AgentOutcome {
  const verdict = agentVerdict({
    family: held.runFile.agent.family,
    summary: run.summary,
    exitCode: run.result.exitCode,
    signal: run.result.signal,
    endedBy: run.result.endedBy,
    spawnError: run.result.spawnError,
    stderrTail: run.stderrTail,
    treeChanged: changed,
    now: Date.now(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const outcome = outcomeOf(verdict, run.tail);
  if (outcome.kind !== 'finished' || gaveUp === undefined) return outcome;
  return { kind: 'blocked', reason: 'agent-gave-up', message: `The agent says: ${gaveUp}`, tail: run.tail };
}

/** An agent that did nothing goes to the gates all the same: they, not its silence, decide. */
function outcomeOf(verdict: AgentVerdict, tail: string): AgentOutcome {
  switch (verdict.kind) {
    case 'finished':
    case 'did-nothing':
      return { kind: 'finished' };
    case 'limited':
    case 'transient':
      return verdict;
    case 'unusable':
      return { kind: 'blocked', reason: 'agent-unusable', message: verdict.message, tail };
    case 'timed-out':
    case 'crashed':
      return { kind: 'failed', message: verdict.message, tail };
  }
}

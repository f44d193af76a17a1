/** Which gates are green before any work: those prove nothing about it. Information, never a reason to refuse. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.js';
import { readState } from '../git/state.js';
import { judge } from '../gates/judge.js';
import type { CommandGate } from '../gates/types.js';
import { UserError } from '../errors.js';
import type { AuditReport } from './audit-types.js';
import { readClaim } from './claim.js';
import { gateFiles, gateOutcome } from './gate-output.js';
import { keepingTree } from './keep-tree.js';
import type { LocatedPlan } from './locate.js';
import { maskText, secretsOf } from './secrets.js';
import { endTrial, trialFolder, tryCommand, type Trial } from './trial.js';

/** bash's exit code for a command that it can't find. */
const notFound = 127;

/** One gate of an increment that is not done; scripts read it in `ralph audit --run-gates --json`. */
export interface BaselineGate {
  increment: string;
  command: string;
  /** `no-program`: red, but only because a program is not there. */
  state: 'green' | 'red' | 'no-program';
  sentence: string;
  durationMs: number;
}

/**
 * Runs every gate of the open increments; after each increment the files are as before, and nothing runs on.
 *
 * @param ref below `refs/ralph/`, where the files are kept meanwhile
 * @param tell gets each gate as soon as it is judged
 * @throws UserError `baseline-refused` when the checkout could not be put back, or a run holds it
 */
export async function runBaseline(
  trial: Trial,
  located: LocatedPlan,
  { increments }: AuditReport,
  ref: string,
  tell: (gate: BaselineGate) => void,
): Promise<BaselineGate[]> {
  await refuseUnsafe(trial.checkout, located);
  const folder = await trialFolder(trial, 'baseline');
  const seen: BaselineGate[] = [];
  for (const [position, { id, status, gates }] of increments.entries()) {
    const commands = gates.flatMap(({ command, expectation, reading }): CommandGate[] =>
      command === null || expectation === null ? [] : [{ kind: 'command', command, expectation, reading, doubts: [] }],
    );
    if (status === 'done' || commands.length === 0) continue;
    const output = join(folder, String(position + 1).padStart(3, '0'));
    await mkdir(output, { recursive: true });
    await keepingTree(trial.checkout, ref, async () => {
      try {
        for (const [index, gate] of commands.entries()) {
          const result = { increment: id, ...(await runOne(trial, gate, output, index)) };
          seen.push(result);
          tell(result);
        }
      } finally {
        await endTrial(trial, output);
      }
    });
  }
  return seen;
}

async function runOne(
  trial: Trial,
  gate: CommandGate,
  folder: string,
  index: number,
): Promise<Omit<BaselineGate, 'increment'>> {
  const files = gateFiles(folder, index);
  const result = await tryCommand(trial, gate.command, files);
  trial.signal.throwIfAborted();
  const { passed, sentence } = judge(gate, await gateOutcome(result, files, trial.wallMs));
  const state = passed ? 'green' : result.exitCode === notFound ? 'no-program' : 'red';
  const shown = maskText(sentence, secretsOf(trial.env));
  return { command: gate.command, state, sentence: shown, durationMs: result.durationMs };
}

/** What git does not see can't be put back: other repositories inside, and whatever a run is at. */
async function refuseUnsafe(checkout: Checkout, located: LocatedPlan): Promise<void> {
  const state = await readState(checkout);
  const claim = await readClaim(checkout.gitDir);
  const allowed = new Set([located.plan, located.prd, located.workspacePrd]);
  const dirty = [...state.changed, ...state.untracked].filter((path) => !allowed.has(path));
  const inside = [...state.nested, ...state.dirtySubmodules];
  const reason =
    claim !== undefined
      ? `the run ${claim.run} holds this checkout`
      : state.operation !== undefined
        ? `a ${state.operation} is in progress`
        : dirty.length > 0
          ? `the checkout has changes that are not committed (${dirty.slice(0, 3).join(', ')})`
          : inside.length > 0
            ? `there is another repository inside (${inside[0]})`
            : undefined;
  if (reason === undefined) return;
  throw new UserError(
    'baseline-refused',
    `The gates were not run: ${reason}, so the checkout could not be put back safely.`,
    'Run them in a clean checkout, for example in a git worktree of its own.',
  );
}

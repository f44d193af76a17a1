/** The end of a run, whatever its kind: nothing runs on, the checkout is free, the run file is gone. */
import { UserError } from '../errors.js';
import { deleteRefs } from '../git/refs.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { readState } from '../git/state.js';
import { releaseClaim } from '../workspace/claim.js';
import { deleteRunFile } from '../workspace/run-file.js';
import { countInterrupted } from './agent-record.js';
import { closeWindow, takeBranchBack, unclosedWindow } from './agent-window.js';
import { attemptRefs } from './attempt-tree.js';
import { crashPoint } from './crash-point.js';
import { branchOf, hold, planRef, type Deps, type Held } from './context.js';
import { freeIndex } from './free-index.js';
import { maskLeft } from './mask-output.js';
import { reap } from './supervise.js';
import type { FinishInput, FinishResult } from './types.js';

/** Safe to run twice: a run that no longer holds its checkout changes nothing there. */
export async function finishRun(deps: Deps, input: FinishInput): Promise<FinishResult> {
  const { ref, settings, putBack, keepRunFile = false, unreported = [] } = input;
  const held = await hold(deps, ref).catch((error: unknown) => {
    if (error instanceof UserError && (error.code === 'claim-lost' || error.code === 'run-file-missing'))
      return undefined;
    throw error;
  });
  if (held === undefined) {
    if (!keepRunFile) await deleteRunFile(deps.state, ref.run);
    return { savedRef: undefined, interrupted: [] };
  }
  await reap(held, settings);
  const interrupted = await countInterrupted(held, unreported);
  const notes = await maskLeft(held);
  const savedRef = putBack ? await putCheckoutBack(held) : undefined;
  if (putBack) await closeWindow(held);
  await deleteRefs(held.checkout, attemptRefs(ref));
  await releaseClaim(held.checkout.gitDir, ref.run, ref.token);
  crashPoint(deps.state, 'finish-released');
  if (!keepRunFile) await deleteRunFile(deps.state, ref.run);
  return { savedRef, interrupted, notes };
}

/** The last commit says `pending` for the increment that was under way: marks and work were never apart. */
async function putCheckoutBack(held: Held): Promise<string | undefined> {
  const { checkout, ref } = held;
  await freeIndex(checkout);
  const window = await unclosedWindow(held);
  if (window !== undefined) await takeBranchBack(held, window);
  const state = await readState(checkout);
  const dirty = state.changed.length > 0 || state.untracked.length > 0;
  if (!dirty || state.branch !== branchOf(ref)) return undefined;
  const name = planRef(ref, 'cancelled', new Date().toISOString());
  await saveTree(checkout, name, `${ref.planFolder}: half-made work of a cancelled run`);
  await restoreTree(checkout, 'HEAD');
  return name;
}

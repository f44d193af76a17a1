/** The end of a run, whatever its kind: nothing runs on, the checkout is free, the run file is gone. */
import { UserError } from '../errors.js';
import { deleteRefs, refHash } from '../git/refs.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { readState } from '../git/state.js';
import { findCommit } from '../git/trailers.js';
import { releaseClaim } from '../workspace/claim.js';
import { deleteRunFile } from '../workspace/run-file.js';
import { attemptRefs } from './attempt-tree.js';
import { crashPoint } from './crash-point.js';
import { branchOf, hold, planRef, type Deps, type Held } from './context.js';
import { freeIndex } from './free-index.js';
import { readPinned } from './iteration-file.js';
import { putBranchBack } from './put-branch-back.js';
import { reap } from './supervise.js';
import type { FinishInput, FinishResult, IterationRef } from './types.js';

/** Safe to run twice: a run that no longer holds its checkout changes nothing there. */
export async function finishRun(deps: Deps, input: FinishInput): Promise<FinishResult> {
  const { ref, settings, putBack, iteration, keepRunFile = false } = input;
  const held = await hold(deps, ref).catch((error: unknown) => {
    if (error instanceof UserError && (error.code === 'claim-lost' || error.code === 'run-file-missing'))
      return undefined;
    throw error;
  });
  if (held === undefined) {
    if (!keepRunFile) await deleteRunFile(deps.state, ref.run);
    return { savedRef: undefined };
  }
  await reap(held, settings);
  const savedRef = putBack ? await putCheckoutBack(held, iteration) : undefined;
  await deleteRefs(held.checkout, attemptRefs(ref));
  await releaseClaim(held.checkout.gitDir, ref.run, ref.token);
  crashPoint(deps.state, 'finish-released');
  if (!keepRunFile) await deleteRunFile(deps.state, ref.run);
  return { savedRef };
}

/** The last commit says `pending` for the increment that was under way: marks and work were never apart. */
async function putCheckoutBack(held: Held, iteration: IterationRef | undefined): Promise<string | undefined> {
  const { checkout, ref } = held;
  await freeIndex(checkout);
  if (iteration !== undefined) {
    const { base } = await readPinned(held, iteration);
    // A cancel may catch an agent on another branch; after a commit of ours the branch is ahead of the base, and right.
    const head = await refHash(checkout, `refs/heads/${branchOf(ref)}`);
    const own = head !== undefined && head !== base && (await isOurs(held, branchOf(ref), iteration));
    await putBranchBack(held, own ? head : base, `${iteration.iteration}-cancelled`);
  }
  const state = await readState(checkout);
  const dirty = state.changed.length > 0 || state.untracked.length > 0;
  if (!dirty || state.branch !== branchOf(ref)) return undefined;
  const name = planRef(ref, 'cancelled', new Date().toISOString());
  await saveTree(checkout, name, `${ref.planFolder}: half-made work of a cancelled run`);
  await restoreTree(checkout, 'HEAD');
  return name;
}

async function isOurs({ checkout }: Held, branch: string, iterationRef: IterationRef): Promise<boolean> {
  const { planFolder, increment, iteration } = iterationRef;
  const trailers = { 'Ralph-Increment': `${planFolder}/${increment}`, 'Ralph-Iteration': String(iteration) };
  return (await findCommit(checkout, { trailers, range: `refs/heads/${branch}` })) !== undefined;
}

/** What a killed worker leaves behind in the middle of a step: programs, a git that works on, git's locks, copies of the index. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.js';
import { CheckoutError, type Checkout } from '../git/checkout.js';
import { leftLocks, placesOf, removeLeftLocks } from '../git/left-locks.js';
import { removeStagedCopies } from '../git/staged-copy.js';
import { programsIn } from '../process/programs-in.js';
import { reapRun } from '../process/reap-run.js';
import { statePaths } from '../service/paths.js';
import { branchOf, openRun, type Deps } from './context.js';
import type { RunRef, RunSettings } from './types.js';

/** The kernel's clock for files may lag behind ours by so many ms. */
const tickMs = 50;

/** A prompt's or an editor's `git status` is over by then, ms. */
const strangersMs = 3_000;
const pauseMs = 100;

/** Removes the locks made since then (epoch ms), unless a git is, and stays, at work that may still need them. */
export async function removeStaleLocks(checkout: Checkout, branch: string, since: number): Promise<void> {
  for (const start = performance.now(); ; await sleep(pauseMs)) {
    if ((await leftLocks(checkout, since, [branch])).length === 0) return;
    if ((await programsIn('git', placesOf(checkout))).length === 0) break;
    if (performance.now() - start > strangersMs) return;
  }
  await removeLeftLocks(checkout, since, [branch]);
}

/**
 * Ends the run's programs, git among them, and removes the locks and copies of the index that the step left. A lock that was there before
 * the step began, or while somebody else's git is at work, stays: it may be that one's.
 *
 * @param since when the killed step began, epoch ms
 */
export async function clearAfterKill(deps: Deps, ref: RunRef, settings: RunSettings, since: number): Promise<void> {
  await reapRun(statePaths(deps.state).processes, ref.run, { graceMs: settings.graceMs });
  try {
    const { checkout } = await openRun(deps, ref);
    await removeStagedCopies(checkout, (madeMs) => madeMs >= since - tickMs);
    await removeStaleLocks(checkout, branchOf(ref), since);
  } catch (error) {
    // Without checkout or run file the step itself will say so.
    if (!(error instanceof UserError || error instanceof CheckoutError)) throw error;
  }
}

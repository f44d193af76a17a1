/** Each attempt starts from a saved tree; an interrupted one is put back to it before it is repeated. */
import { refHash } from '../git/refs.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { planRef, type Held } from './context.js';
import { putBranchBack } from './put-branch-back.js';
import { freeIndex } from './free-index.js';
import type { IterationRef } from './types.js';

/**
 * @param base commit that the iteration started from
 * @returns the saved tree's commit, and what was done with an interrupted attempt's leftovers
 */
export async function startFromSavedTree(
  held: Held,
  ref: IterationRef,
  attempt: number,
  base: string,
): Promise<{ tree: string; notes: string[] }> {
  await freeIndex(held.checkout);
  const name = attemptRef(ref, attempt);
  const saved = await refHash(held.checkout, name);
  if (saved === undefined) {
    const tree = await saveTree(held.checkout, name, `${ref.planFolder} ${ref.increment}: before attempt ${attempt}`);
    return { tree, notes: [] };
  }
  const leftovers = planRef(ref, 'leftovers', new Date().toISOString());
  await saveTree(held.checkout, leftovers, `${ref.planFolder} ${ref.increment}: left by an interrupted attempt`);
  const { notes } = await putBranchBack(held, base, `${ref.iteration}-${attempt}`);
  await restoreTree(held.checkout, saved);
  return { tree: saved, notes: [...notes, `An interrupted attempt's leftovers are saved under ${leftovers}.`] };
}

/**
 * Of one run only: a number of an iteration comes again when a terminated run is started anew. Run ids are UUIDs of
 * version 7 (RFC 9562): they begin with the time, and only their end tells two runs of one minute apart.
 */
export function attemptRef(ref: IterationRef, attempt: number): string {
  return planRef(ref, 'attempts', ref.token.slice(-12), `${ref.iteration}-${attempt}`);
}

/** Prefix of the plan's saved trees, also of runs that were terminated; they may go when a run has ended by itself. */
export function attemptRefs(ref: Held['ref']): string {
  return planRef(ref, 'attempts');
}

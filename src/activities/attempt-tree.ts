/** Each attempt starts from a saved tree; an interrupted one is put back to it before it is repeated. */
import { refHash } from '../git/refs.js';
import { repairHead } from '../git/repair-head.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { branchOf, planRef, type Held } from './context.js';
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
  const name = attemptRef(ref, attempt);
  const saved = await refHash(held.checkout, name);
  if (saved === undefined) {
    const tree = await saveTree(held.checkout, name, `${ref.planFolder} ${ref.increment}: before attempt ${attempt}`);
    return { tree, notes: [] };
  }
  const leftovers = planRef(ref, 'leftovers', new Date().toISOString());
  await saveTree(held.checkout, leftovers, `${ref.planFolder} ${ref.increment}: left by an interrupted attempt`);
  const { repaired } = await repairHead(held.checkout, { branch: branchOf(ref), commit: base }, (what) =>
    planRef(ref, 'agent', `${ref.iteration}-${attempt}`, what),
  );
  await restoreTree(held.checkout, saved);
  return { tree: saved, notes: [...repaired, `An interrupted attempt's leftovers are saved under ${leftovers}.`] };
}

/** Of one run only: a number of an iteration comes again when a cancelled run is started anew. */
export function attemptRef(ref: IterationRef, attempt: number): string {
  return planRef(ref, 'attempts', ref.token.slice(0, 8), `${ref.iteration}-${attempt}`);
}

/** Prefix of the run's saved trees; they may go when the run has ended well. */
export function attemptRefs(ref: IterationRef | Held['ref']): string {
  return planRef(ref, 'attempts', ref.token.slice(0, 8));
}

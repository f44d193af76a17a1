/** Each attempt starts from a saved tree; an interrupted one is put back to it before it is repeated. */
import { snapshotOf, snapshotRefs, type RefSnapshot } from '../git/ref-changes.js';
import { listRefs, type Ref } from '../git/refs.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveNewTree, saveTree, treeOf } from '../git/saved-tree.js';
import { planRef, type Held } from './context.js';
import { putBranchBack } from './put-branch-back.js';
import { freeIndex } from './free-index.js';
import type { IterationRef } from './types.js';

/** So many iterations' trees are kept: enough to look back, and no more refs in a long plan than in a short one. */
const iterationsKept = 10;

export interface Start {
  /** The saved tree. */
  tree: string;
  /** The repository's own refs, as the agent finds them. */
  refs: RefSnapshot;
  /** Fulfilled when a ref keeps the tree, which an agent must not start before. */
  kept: Promise<void>;
  /** What was done with an interrupted attempt's leftovers. */
  notes: string[];
}

/** @param base commit that the iteration started from */
export async function startFromSavedTree(held: Held, ref: IterationRef, attempt: number, base: string): Promise<Start> {
  await freeIndex(held.checkout);
  const name = attemptRef(ref, attempt);
  const [refs, tree] = await Promise.all([listRefs(held.checkout, 'refs'), treeOf(held.checkout)]);
  const saved = refs.find((known) => known.name === name)?.hash;
  if (saved === undefined) {
    const kept = saveNewTree(held.checkout, { tree, ref: name, obsolete: obsoleteOnes(refs, ref) });
    kept.catch(() => undefined); // told to whoever waits for it
    return { tree, refs: snapshotOf(refs), kept, notes: [] };
  }
  const leftovers = tree === saved ? [] : [await saveLeftovers(held, ref)];
  const { notes } = await putBranchBack(held, base, `${ref.iteration}-${attempt}`);
  await restoreTree(held.checkout, saved);
  return {
    tree: saved,
    refs: await snapshotRefs(held.checkout),
    kept: Promise.resolve(),
    notes: [...notes, ...leftovers],
  };
}

/** What the earlier try of the attempt has changed. @returns a note */
async function saveLeftovers(held: Held, ref: IterationRef): Promise<string> {
  const name = planRef(ref, 'leftovers', new Date().toISOString());
  await saveTree(held.checkout, name, `${ref.planFolder} ${ref.increment}: left by an interrupted attempt`);
  return `An interrupted attempt's leftovers are saved under ${name}.`;
}

/**
 * Of one run only: a number of an iteration comes again when a terminated run is started anew. Run ids are UUIDs of
 * version 7 (RFC 9562): they begin with the time, and only their end tells two runs of one minute apart.
 */
export function attemptRef(ref: IterationRef, attempt: number): string {
  return `${attemptsOf(ref)}/${ref.iteration}-${attempt}`;
}

function attemptsOf(ref: IterationRef): string {
  return planRef(ref, 'attempts', ref.token.slice(-12));
}

/** Of this run's attempts those of iterations long past. */
function obsoleteOnes(refs: Ref[], ref: IterationRef): Ref[] {
  const prefix = `${attemptsOf(ref)}/`;
  return refs.filter(
    ({ name }) =>
      name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10) <= ref.iteration - iterationsKept,
  );
}

/** Prefix of the plan's saved trees, also of runs that were terminated; they may go when a run has ended by itself. */
export function attemptRefs(ref: Held['ref']): string {
  return planRef(ref, 'attempts');
}

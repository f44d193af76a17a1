/** What became of the repository's other refs while an agent worked. Reported, never undone: they are the user's. */
import type { Checkout } from './checkout.js';
import { listRefs, type Ref } from './refs.js';

/** Hash by full name. */
export type RefSnapshot = Map<string, string>;

export interface RefChange {
  name: string;
  /** `undefined` for a new ref. */
  from: string | undefined;
  /** `undefined` for a deleted ref. */
  to: string | undefined;
}

/** All refs but those that keep saved work. */
export async function snapshotRefs(checkout: Checkout): Promise<RefSnapshot> {
  return snapshotOf(await listRefs(checkout, 'refs'));
}

/** As `snapshotRefs`, of a list of all refs. */
export function snapshotOf(refs: Ref[]): RefSnapshot {
  return new Map(refs.filter(({ name }) => !name.startsWith('refs/ralph/')).map(({ name, hash }) => [name, hash]));
}

/** The refs that are new, gone or elsewhere, by name; `except` (the plan's branch) is left out. */
export function changedRefs(before: RefSnapshot, after: RefSnapshot, except: string[] = []): RefChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({ name, from: before.get(name), to: after.get(name) }))
    .filter(({ name, from, to }) => from !== to && !except.includes(name));
}

/** What must hold again when an agent has ended: branch and history, documents, nothing left running. */
import { restoreTree } from '../git/restore-tree.js';
import { changedRefs, snapshotRefs, type RefSnapshot } from '../git/ref-changes.js';
import { readState } from '../git/state.js';
import { branchOf, type Documents, type Held } from './context.js';
import { removeStaleLocks } from './clear-after-kill.js';
import { guardDocuments } from './own-documents.js';
import type { PinnedIteration } from './iteration-file.js';
import { putBranchBack } from './put-branch-back.js';
import { reap } from './supervise.js';
import type { BlockKind, ImplementInput } from './types.js';

export interface AfterAgent {
  ticked: string[];
  notes: string[];
  /** What can't be put right without a person. */
  problem?: { reason: BlockKind; message: string };
}

export interface Before {
  pinned: PinnedIteration;
  refs: RefSnapshot;
  /** Commit of the attempt's saved tree. */
  tree: string;
  folder: string;
  /** When the agent was started, epoch ms. */
  since: number;
}

export async function afterAgent(
  held: Held,
  documents: Documents,
  { ref, settings, attempt }: ImplementInput,
  before: Before,
): Promise<AfterAgent> {
  const { checkout } = held;
  await reap(held, settings);
  // Its git may have been ended in the middle, with the agent or by it.
  await removeStaleLocks(held.checkout, branchOf(ref), before.since);
  const back = await putBranchBack(held, before.pinned.base, `${ref.iteration}-${attempt}`);
  if (back.left !== undefined) await restoreTree(checkout, before.tree);
  const notes = [...back.notes];
  const guarded = await guardDocuments(held, documents, before.folder);
  notes.push(...guarded.notes);
  for (const change of changedRefs(before.refs, await snapshotRefs(checkout), [`refs/heads/${branchOf(ref)}`])) {
    notes.push(`The agent moved ${change.name} from ${change.from ?? 'nothing'} to ${change.to ?? 'nothing'}.`);
  }
  const problem = back.left ?? (await foreignRepository(held, before.pinned));
  if (problem === undefined) return { ticked: guarded.ticked, notes };
  const reason = back.left === undefined ? 'nested-repository' : 'agent-left';
  return { ticked: guarded.ticked, notes, problem: { reason, message: problem } };
}

/** Its files would be in no commit of ours: a person must decide whether they belong here. */
async function foreignRepository(held: Held, pinned: PinnedIteration): Promise<string | undefined> {
  const { nested, dirtySubmodules } = await readState(held.checkout);
  const [created] = nested.filter((path) => !pinned.nested.includes(path));
  if (created !== undefined) {
    return `The agent made a git repository inside the checkout: ${created}. Delete its .git, ignore it, or make it a submodule.`;
  }
  const [dirty] = dirtySubmodules;
  if (dirty !== undefined)
    return `The submodule ${dirty} has changes that no commit here can hold. Commit them there, or undo them.`;
  return undefined;
}

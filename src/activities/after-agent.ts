/** What must hold again when an agent has ended: branch and history, documents, nothing left running. */
import { GitCommandError } from '../git/command.js';
import type { DiffText } from '../git/changes.js';
import { hasIndex } from '../git/index-file.js';
import { changedRefs, snapshotRefs, type RefSnapshot } from '../git/ref-changes.js';
import { restoreTree } from '../git/restore-tree.js';
import { readState, type CheckoutState } from '../git/state.js';
import { branchOf, type Documents, type Held } from './context.js';
import { changesSince } from './evidence.js';
import { removeStaleLocks } from './clear-after-kill.js';
import { guardDocuments, type RememberedDocuments } from './own-documents.js';
import type { PinnedIteration } from './iteration-file.js';
import { putBranchBack, type BranchBack } from './put-branch-back.js';
import type { BlockKind, ImplementInput } from './types.js';

export interface AfterAgent {
  /** What the agent changed and may change. */
  changes: DiffText;
  ticked: string[];
  notes: string[];
  /** What can't be put right without a person. */
  problem?: { reason: BlockKind; message: string };
}

export interface Before {
  pinned: PinnedIteration;
  refs: RefSnapshot;
  /** The attempt's saved tree. */
  tree: string;
  documents: RememberedDocuments;
  /** When the agent was started, epoch ms. */
  since: number;
}

export async function afterAgent(
  held: Held,
  documents: Documents,
  { ref, attempt }: ImplementInput,
  before: Before,
): Promise<AfterAgent> {
  const { checkout } = held;
  // Its git may have been ended in the middle, with the agent or by it.
  await removeStaleLocks(held.checkout, branchOf(ref), before.since);
  // At once; what is put back, or a repository that the agent has damaged, makes the other answers void.
  const [found, earlyRefs, earlyChanges] = await Promise.all([
    untouched(held, before.pinned.base),
    snapshotRefs(checkout).catch(() => undefined),
    changesSince(held, before.tree).catch(() => undefined),
  ]);
  const back: BranchBack =
    found === undefined ? await putBranchBack(held, before.pinned.base, `${ref.iteration}-${attempt}`) : { notes: [] };
  if (back.left !== undefined) await restoreTree(checkout, before.tree);
  const notes = [...back.notes];
  const guarded = await guardDocuments(held, documents, before.documents);
  notes.push(...guarded.notes);
  const refs = (found === undefined ? undefined : earlyRefs) ?? (await snapshotRefs(checkout));
  for (const change of changedRefs(before.refs, refs, [`refs/heads/${branchOf(ref)}`])) {
    notes.push(`The agent moved ${change.name} from ${change.from ?? 'nothing'} to ${change.to ?? 'nothing'}.`);
  }
  const problem = back.left ?? foreignRepository(found ?? (await readState(checkout)), before.pinned);
  const stayed = found !== undefined && !guarded.putBack;
  const changes = (stayed ? earlyChanges : undefined) ?? (await changesSince(held, before.tree));
  if (problem === undefined) return { changes, ticked: guarded.ticked, notes };
  const reason = back.left === undefined ? 'nested-repository' : 'agent-left';
  return { changes, ticked: guarded.ticked, notes, problem: { reason, message: problem } };
}

/** The checkout's state, when HEAD and branch are where they must be, so that there is nothing to put back. */
async function untouched({ checkout, ref }: Held, base: string): Promise<CheckoutState | undefined> {
  try {
    const state = await readState(checkout);
    const stayed = state.head === base && state.branch === branchOf(ref) && state.operation === undefined;
    return stayed && (await hasIndex(checkout)) ? state : undefined;
  } catch (error) {
    // The agent damaged what git needs for an answer.
    if (!(error instanceof GitCommandError)) throw error;
    return undefined;
  }
}

/** Its files would be in no commit of ours: a person must decide whether they belong here. */
function foreignRepository({ nested, dirtySubmodules }: CheckoutState, pinned: PinnedIteration): string | undefined {
  const [created] = nested.filter((path) => !pinned.nested.includes(path));
  if (created !== undefined) {
    return `The agent made a git repository inside the checkout: ${created}. Delete its .git, ignore it, or make it a submodule.`;
  }
  const [dirty] = dirtySubmodules;
  if (dirty !== undefined)
    return `The submodule ${dirty} has changes that no commit here can hold. Commit them there, or undo them.`;
  return undefined;
}

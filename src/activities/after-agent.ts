/** What must hold again when an agent has ended: branch and history, documents, nothing left running. */
import { operationInProgress, quitOperation } from '../git/operation.js';
import { repairHead } from '../git/repair-head.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { changedRefs, snapshotRefs, type RefSnapshot } from '../git/ref-changes.js';
import { readState } from '../git/state.js';
import { branchOf, planRef, type Documents, type Held } from './context.js';
import { guardDocuments } from './own-documents.js';
import type { PinnedIteration } from './iteration-file.js';
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
}

export async function afterAgent(
  held: Held,
  documents: Documents,
  { ref, settings, attempt }: ImplementInput,
  before: Before,
): Promise<AfterAgent> {
  const { checkout } = held;
  await reap(held, settings);
  const branch = branchOf(ref);
  const repair = await repairHead(checkout, { branch, commit: before.pinned.base }, (what) =>
    planRef(ref, 'agent', `${ref.iteration}-${attempt}`, what),
  );
  const notes = [...repair.repaired];
  if (repair.unsafe !== undefined) {
    const kept = planRef(ref, 'agent', `${ref.iteration}-${attempt}`, 'tree');
    await startOver(held, before, branch, kept);
    notes.push(`The agent's files are saved under ${kept}; the checkout is as it was before the attempt.`);
  }
  const guarded = await guardDocuments(held, documents, before.folder);
  notes.push(...guarded.notes);
  for (const change of changedRefs(before.refs, await snapshotRefs(checkout), [`refs/heads/${branch}`])) {
    notes.push(`The agent moved ${change.name} from ${change.from ?? 'nothing'} to ${change.to ?? 'nothing'}.`);
  }
  const problem = repair.unsafe ?? (await foreignRepository(held, before.pinned));
  if (problem === undefined) return { ticked: guarded.ticked, notes };
  const reason = repair.unsafe === undefined ? 'nested-repository' : 'agent-left';
  return { ticked: guarded.ticked, notes, problem: { reason, message: problem } };
}

/** All that the agent made is saved by now, so the branch and its files can be taken back whole. */
async function startOver(held: Held, before: Before, branch: string, keptUnder: string): Promise<void> {
  const { checkout } = held;
  await saveTree(checkout, keptUnder, 'Left by an agent that left the branch');
  const operation = await operationInProgress(checkout.gitDir);
  if (operation !== undefined) await quitOperation(checkout, operation);
  await checkout.git.raw(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  await checkout.git.raw(['update-ref', `refs/heads/${branch}`, before.pinned.base]);
  await restoreTree(checkout, before.tree);
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

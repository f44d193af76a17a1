/** The plan's branch, where HEAD must be and where it must stand, whatever an agent did to them. */
import { git } from '../git/command.js';
import { operationInProgress, quitOperation } from '../git/operation.js';
import { repairHead } from '../git/repair-head.js';
import { saveTree } from '../git/saved-tree.js';
import { branchOf, planRef, type Held } from './context.js';

export interface BranchBack {
  notes: string[];
  /** Set when the files can't be taken over: they stem from another history. They are saved; the caller restores a tree. */
  left?: string;
}

/**
 * @param base commit that the branch must be at
 * @param when part of the refs' names under which strays are kept, `3-1`
 */
export async function putBranchBack(held: Held, base: string, when: string): Promise<BranchBack> {
  const { checkout, ref } = held;
  const branch = branchOf(ref);
  const { repaired, unsafe } = await repairHead(checkout, { branch, commit: base }, (what) =>
    planRef(ref, 'agent', when, what),
  );
  if (unsafe === undefined) return { notes: repaired };
  const files = planRef(ref, 'agent', when, `files-${new Date().toISOString()}`);
  await saveTree(checkout, files, 'Left by an agent that left the branch');
  const operation = await operationInProgress(checkout.gitDir);
  if (operation !== undefined) await quitOperation(checkout, operation);
  await git(checkout, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  await git(checkout, ['update-ref', `refs/heads/${branch}`, base]);
  return { notes: [...repaired, `The agent's files are saved under ${files}; the branch is back.`], left: unsafe };
}

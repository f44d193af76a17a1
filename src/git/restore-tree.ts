/** Puts a saved tree back. */
import type { Checkout } from './checkout.js';
import { git } from './command.js';
import { repairIndex } from './index-file.js';
import { withStagedCopy } from './staged-copy.js';

/**
 * Makes the tracked and untracked files exactly those of a saved tree or commit, with nothing staged: the index is HEAD's.
 * Ignored files and nested repositories stay, unless a file of the tree needs their place. Safe to run again after a
 * crash halfway. What is overwritten is lost: save it first. @throws GitCommandError
 */
export async function restoreTree(checkout: Checkout, tree: string): Promise<void> {
  await repairIndex(checkout);
  // First, so that a file which is ignored but was staged by force counts as ignored again and isn't removed below.
  await git(checkout, ['reset', '--quiet']);
  // With everything staged, git itself finds what differs, and removes what the tree doesn't have.
  await withStagedCopy(checkout, (copy) => git(copy, ['read-tree', '--reset', '-u', tree]));
}

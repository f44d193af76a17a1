/** Operations that git has begun and not finished: a merge with conflicts, a stopped rebase. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { git } from './command.js';

export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

/** What each leaves in the work tree's git directory while it runs. A rebase may also show a CHERRY_PICK_HEAD: it goes first. */
const MARKS: [string, Operation][] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The operation in progress; no git is run for it. */
export async function operationInProgress(gitDir: string): Promise<Operation | undefined> {
  return MARKS.find(([file]) => existsSync(join(gitDir, file)))?.[1];
}

/** Ends the operation and leaves HEAD, the index and the files as they are. */
export async function quitOperation(checkout: Checkout, operation: Operation): Promise<void> {
  await git(checkout, operation === 'bisect' ? ['bisect', 'reset', 'HEAD'] : [operation, '--quit']);
}

/** The index file of a checkout, and what to do when it is gone. */
import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { git } from './command.js';

/** The file format starts with these four bytes (gitformat-index(5)). */
const SIGNATURE = 'DIRC';

/** Makes the index anew from HEAD when it is missing or no index at all; says whether it did. @throws GitCommandError when it is locked. */
export async function repairIndex(checkout: Checkout): Promise<boolean> {
  if (await hasIndex(checkout)) return false;
  await rm(join(checkout.gitDir, 'index'), { force: true });
  await readHead(checkout);
  return true;
}

/** Fills the index that the checkout's commands work on from HEAD. */
export async function readHead(checkout: Checkout): Promise<void> {
  await git(checkout, ['read-tree', 'HEAD']);
}

/** Whether the checkout's index is there and starts like one. */
export function hasIndex(checkout: Checkout): Promise<boolean> {
  return isIndex(join(checkout.gitDir, 'index'));
}

/** Whether a file is there and starts like an index. */
export async function isIndex(path: string): Promise<boolean> {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const beginning = Buffer.alloc(SIGNATURE.length);
    readSync(file, beginning, 0, SIGNATURE.length, 0);
    return beginning.toString('latin1') === SIGNATURE;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Locks that a git left when it was killed: nothing else ever removes them, and every later git gives up at them. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout } from './checkout.js';

/** The kernel's clock for files may lag behind ours by so many ms. */
const TICK_MS = 50;

/**
 * Removes the lock files of `leftLocks`. The caller knows that no git of ours or of anybody else is at work here, and
 * that one of ours was since then.
 *
 * @returns the files removed
 */
export async function removeLeftLocks(checkout: Checkout, since: number, branches: string[]): Promise<string[]> {
  const left = await leftLocks(checkout, since, branches);
  for (const file of left) rmSync(file, { force: true });
  return left;
}

/**
 * The lock files of the checkout's index and HEAD, of the given branches and of the refs that keep saved work, as far
 * as they are no older than `since` (epoch ms).
 *
 * @param branches short names
 */
export async function leftLocks(checkout: Checkout, since: number, branches: string[]): Promise<string[]> {
  const { gitDir, commonDir } = checkout;
  const own = join(commonDir, 'refs', 'ralph');
  const candidates = [
    ...locksIn(gitDir),
    ...branches.map((branch) => `${join(commonDir, 'refs', 'heads', branch)}.lock`),
    ...locksIn(own, true),
    join(commonDir, 'packed-refs.lock'),
  ];
  const left: string[] = [];
  for (const file of new Set(candidates)) {
    if (timeOf(file) >= since - TICK_MS) left.push(file);
  }
  return left;
}

/** Of the last change, epoch ms; of a file that is not there -Infinity. */
function timeOf(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return -Infinity;
  }
}

function locksIn(folder: string, recursive = false): string[] {
  try {
    const names = readdirSync(folder, { recursive }) as string[];
    return names.filter((name) => name.endsWith('.lock')).map((name) => join(folder, name));
  } catch {
    return []; // there is no such folder, or it goes while it is read
  }
}

/** The folders in which a git that works on this repository may have been started. */
export function placesOf({ top, gitDir, commonDir }: Checkout): string[] {
  return [top, gitDir, commonDir, dirname(commonDir)];
}

/** An index of its own for a step, so that the real one and what is staged in it stay untouched. */
import { constants } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { git, withEnv } from './command.js';

const PREFIX = 'ralph-index-';

/** No step takes this long, in ms: an index of that age was left by one that was killed. */
const LEFTOVER_MS = 60 * 60_000;

/**
 * Calls `use` with a checkout whose git commands work on a copy of the real index. The copy knows which files haven't
 * changed, which spares reading them all. Without a real index it is read from HEAD.
 */
export async function withTemporaryIndex<T>(checkout: Checkout, use: (copy: Checkout) => Promise<T>): Promise<T> {
  await removeLeftovers(checkout.gitDir);
  const folder = await mkdtemp(join(checkout.gitDir, PREFIX));
  const index = join(folder, 'index');
  const copy = withEnv(checkout, { GIT_INDEX_FILE: index });
  try {
    if (!(await copyIndex(join(checkout.gitDir, 'index'), index))) await readHead(copy);
    return await use(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the index that the checkout's commands work on anew from HEAD, whatever state it was in. */
export async function readHead(checkout: Checkout): Promise<void> {
  await git(checkout, ['read-tree', 'HEAD']);
}

async function copyIndex(from: string, to: string): Promise<boolean> {
  const original = await stat(from).catch(() => undefined);
  if (original === undefined) return false;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  // git reads a file again when it is as young as the index; a younger copy would hide a change made in the same tick.
  const time = Math.floor(original.mtimeMs) / 1000;
  await utimes(to, time, time);
  return true;
}

async function removeLeftovers(gitDir: string): Promise<void> {
  for (const name of await readdir(gitDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(gitDir, name);
    const made = await stat(folder).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > LEFTOVER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

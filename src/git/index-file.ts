/** The index file of a checkout: its lock, and what to do when it is gone. */
import { access, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout } from './checkout.js';
import { readHead } from './temporary-index.js';

const POLL_MS = 50;

/**
 * Waits while another git holds the index. `held` after the time-out (ms): the lock may belong to a slow hook, or to a
 * git that was killed; nothing is removed here.
 */
export async function waitForIndexLock(
  checkout: Checkout,
  { timeoutMs }: { timeoutMs: number },
): Promise<'free' | 'held'> {
  const lock = join(checkout.gitDir, 'index.lock');
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const held = await access(lock).then(
      () => true,
      () => false,
    );
    if (!held) return 'free';
    if (Date.now() >= deadline) return 'held';
    await sleep(POLL_MS);
  }
}

/** Makes the index anew from HEAD when it is missing or no index at all; says whether it did. @throws GitCommandError when it is locked. */
export async function repairIndex(checkout: Checkout): Promise<boolean> {
  const path = join(checkout.gitDir, 'index');
  if (await isIndex(path)) return false;
  await rm(path, { force: true });
  await readHead(checkout);
  return true;
}

/** The file format starts with these four bytes (gitformat-index(5)). */
const SIGNATURE = 'DIRC';

async function isIndex(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(SIGNATURE.length), 0, SIGNATURE.length, 0);
    return buffer.toString('latin1') === SIGNATURE;
  } finally {
    await file.close();
  }
}

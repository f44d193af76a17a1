/** The lock that git holds while it writes the index. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout } from './checkout.js';

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
  while (existsSync(lock)) {
    if (Date.now() >= deadline) return 'held';
    await sleep(POLL_MS);
  }
  return 'free';
}

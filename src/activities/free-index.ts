import { join } from 'node:path';
import { UserError } from '../errors.js';
import type { Checkout } from '../git/checkout.js';
import { waitForIndexLock } from '../git/index-lock.js';

/** A person's git command ends within this time; ms. */
const patienceMs = 30_000;

/** Waits for another git that holds the index. @throws UserError `index-locked` when it still does after 30 s */
export async function freeIndex(checkout: Checkout): Promise<void> {
  const problem = await lockedIndex(checkout);
  if (problem !== undefined) throw problem;
}

/** As `freeIndex`, with the error as a value. */
export async function lockedIndex(checkout: Checkout, timeoutMs = patienceMs): Promise<UserError | undefined> {
  if ((await waitForIndexLock(checkout, { timeoutMs })) === 'free') return undefined;
  const file = join(checkout.gitDir, 'index.lock');
  return new UserError(
    'index-locked',
    `Another git holds the index of ${checkout.top}, and has for ${Math.round(timeoutMs / 1000)} s (${file}).`,
    'Let it end; if none runs any more, delete that file. Then go on.',
  );
}

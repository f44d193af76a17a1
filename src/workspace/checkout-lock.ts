/** Keeps two commands from trying things, or starting runs, in one checkout at a time. */
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.js';
import { withFileLock } from '../service/file-lock.js';

const longestMs = 60 * 60_000;

/**
 * Waits for another command that holds the checkout; one that died holds nothing. Between two runs only: an open run
 * has its claim.
 *
 * @param purpose for whoever waits: "checking the prerequisites of 0001_slug"
 * @throws ServiceError `busy` after an hour
 */
export function withCheckoutLock<T>(
  checkout: Checkout,
  { purpose, say }: { purpose: string; say: (message: string) => void },
  work: () => Promise<T>,
): Promise<T> {
  const file = join(checkout.gitDir, 'ralph-command.lock');
  return withFileLock(file, { purpose, say, waitMs: longestMs }, work);
}

/** What git knows of a commit. */
import type { Checkout } from './checkout.js';
import { git, reading } from './command.js';

/** Paths that it changed, from the top. */
export async function filesOfCommit(checkout: Checkout, hash: string): Promise<string[]> {
  const names = await git(reading(checkout), ['diff-tree', '-r', '--no-commit-id', '--name-only', '-z', hash]);
  return names.split('\0').filter((path) => path !== '');
}

/** When it was made, ISO 8601 in UTC. */
export async function commitTime(checkout: Checkout, hash: string): Promise<string> {
  const text = await git(reading(checkout), ['show', '--no-patch', '--format=%ct', hash]);
  return new Date(Number(text) * 1_000).toISOString();
}

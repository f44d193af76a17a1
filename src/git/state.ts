/** How a checkout stands against its HEAD. */
import type { Checkout } from './checkout.js';
import { git, reading, runGit } from './command.js';
import { operationInProgress, type Operation } from './operation.js';
import { parseStatus, type ParsedStatus } from './parse-status.js';

export interface CheckoutState {
  /** Hash of HEAD's commit. */
  head: string;
  /** Short name; `undefined` when HEAD is detached. */
  branch: string | undefined;
  operation: Operation | undefined;
  /** Tracked paths that differ from HEAD; of a rename both paths. From the top, with `/`. */
  changed: string[];
  /** Untracked files that are not ignored; no nested repositories. */
  untracked: string[];
  /** Other repositories in the work tree that are neither ignored nor submodules. */
  nested: string[];
  /** Submodules that are not at their recorded commit or have changes of their own. */
  dirtySubmodules: string[];
}

/** Reads the state with one `git status`, and takes no lock. @throws GitCommandError, for a damaged index for example. */
export async function readState(checkout: Checkout): Promise<CheckoutState> {
  const status = [
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--untracked-files=all',
    '--no-renames',
    '--no-ahead-behind',
  ];
  const [text, operation] = await Promise.all([git(reading(checkout), status), operationInProgress(checkout.gitDir)]);
  const { head, branch, changed, untracked, dirtySubmodules, ...found } = parseStatus(text);
  return { head, branch, operation, changed, untracked, nested: await strangers(checkout, found), dirtySubmodules };
}

/**
 * Repositories inside the work tree that a commit of everything would record as a bare link, without their files: those
 * that are untracked, and those that were staged without becoming submodules. By path from the top.
 */
export async function nestedRepositories(checkout: Checkout): Promise<string[]> {
  return (await readState(checkout)).nested;
}

async function strangers(
  checkout: Checkout,
  { nested, addedRepositories }: Pick<ParsedStatus, 'nested' | 'addedRepositories'>,
): Promise<string[]> {
  if (addedRepositories.length === 0) return nested;
  const submodules = ['config', '--file', '.gitmodules', '--null', '--get-regexp', '^submodule\\..*\\.path$'];
  const { stdout } = await runGit(checkout, submodules);
  // Each entry is a key, a line break and the value.
  const known = new Set(
    stdout
      .toString()
      .split('\0')
      .map((entry) => entry.slice(entry.indexOf('\n') + 1)),
  );
  return [...nested, ...addedRepositories.filter((path) => !known.has(path))];
}

/** Stages the work tree. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { git, GitCommandError, GitKilled, runGit, withEnv, type GitResult } from './command.js';
import { ENGLISH } from './environment.js';
import { nestedRepositories } from './state.js';

/**
 * Stages every change and every untracked file that is not ignored, and `extraPaths` (files, from the top) even if
 * ignored; those that don't exist are passed over. Untracked nested repositories are left out: their link would stand for files
 * that no commit holds.
 * `config` holds git settings for this command, `name=value`.
 * @throws GitCommandError when git can't read a file, or the index is locked or damaged.
 */
export async function stageAll(checkout: Checkout, extraPaths: string[] = [], config: string[] = []): Promise<void> {
  const settings = config.flatMap((setting) => ['-c', setting]);
  const verbose = extraPaths.length > 0 ? ['--verbose'] : [];
  const add = await runGit(withEnv(checkout, ENGLISH), [...settings, 'add', '--all', ...verbose]);
  if (add.code !== 0 || add.stderr.includes('embedded git repository'))
    await stageWithoutNested(checkout, add, settings);
  const told = new Set(add.stdout.toString().split('\n'));
  // One that was just staged needs no force: it spares a git.
  const left = extraPaths.filter((path) => !told.has(`add '${path}'`));
  const present = await existing(checkout.top, left);
  if (present.length > 0) await git(checkout, [...settings, '--literal-pathspecs', 'add', '--force', '--', ...present]);
}

async function stageWithoutNested(checkout: Checkout, add: GitResult, settings: string[]): Promise<void> {
  const failure = new GitCommandError('add --all', add.code, add.stderr);
  const nested = await nestedRepositories(checkout).catch((error: unknown) => {
    throw error instanceof GitKilled ? error : failure;
  });
  if (nested.length > 0) {
    await git(checkout, ['update-index', '--force-remove', '-z', '--stdin'], { input: nested.join('\0') + '\0' });
  }
  if (add.code === 0) return;
  // A nested repository without a commit makes git give up on everything else.
  if (nested.length === 0) throw failure;
  await git(checkout, [
    ...settings,
    'add',
    '--all',
    '--',
    '.',
    ...nested.map((path) => `:(top,exclude,literal)${path}`),
  ]);
}

async function existing(top: string, paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => lstat(join(top, path)).catch(() => undefined)));
  return paths.filter((_, index) => found[index] !== undefined);
}

/** Opens the work tree that an agent works in. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GitCommandError, runGit, withEnv, type GitResult, type Place } from './command.js';
import { ENGLISH, gitEnvironment } from './environment.js';

export interface Checkout extends Place {
  /** Top folder of the work tree. All three paths are real paths. */
  top: string;
  /** The work tree's own git directory: HEAD, index, operations in progress. */
  gitDir: string;
  /** The git directory that all work trees of the repository share: branches, objects, `info/exclude`. */
  commonDir: string;
  /** The caller's environment as git gets it (see `gitEnvironment`). */
  env: Record<string, string>;
}

export type CheckoutErrorCode =
  'no-directory' | 'no-git' | 'not-a-repository' | 'no-work-tree' | 'no-commit' | 'refused';

/** A folder that can't serve as a checkout: why, and what to do. */
export class CheckoutError extends Error {
  override name = 'CheckoutError';

  constructor(
    readonly code: CheckoutErrorCode,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/**
 * Finds the checkout that a folder lies in.
 * @throws CheckoutError when there is none, it is bare, has no commit yet, or git refuses it (another owner, say).
 */
export async function openCheckout(dir: string, env: Record<string, string>): Promise<Checkout> {
  const start = await realpath(dir).catch(() => undefined);
  if (start === undefined || !(await stat(start)).isDirectory()) {
    throw new CheckoutError('no-directory', `${dir} is not a folder.`, 'Name the folder of a git repository.');
  }
  const cleaned = gitEnvironment(env);
  const result = await ask({ top: start, env: cleaned });
  const [inside, gitDir, commonDir, top] = result.stdout.toString().split('\n');
  if (result.code !== 0 || inside !== 'true' || !gitDir || !commonDir || !top) throw refusal(start, result, inside);
  const place = { top: await realpath(top), env: cleaned };
  return {
    ...place,
    gitDir: await realpath(gitDir),
    commonDir: await realpath(resolve(start, commonDir)),
  };
}

/** The answers come in this order, and those before the first failure are printed. */
const QUESTIONS = ['--is-inside-work-tree', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'];

async function ask(place: Place): Promise<GitResult> {
  try {
    return await runGit(withEnv(place, ENGLISH), ['rev-parse', ...QUESTIONS, '--verify', 'HEAD^{commit}']);
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    throw new CheckoutError(
      'no-git',
      `git could not be started in ${place.top}.`,
      'Install git and put it on the PATH.',
    );
  }
}

function refusal(dir: string, { stdout, stderr }: GitResult, inside: string | undefined): CheckoutError {
  const said = stderr.trim().split('\n')[0] ?? '';
  if (inside === 'false') {
    const hint = 'Start in a checkout of it: git worktree add <folder>.';
    return new CheckoutError(
      'no-work-tree',
      `${dir} belongs to a repository without a work tree (bare, or its git directory).`,
      hint,
    );
  }
  if (stdout.toString().split('\n').length > QUESTIONS.length) {
    return new CheckoutError(
      'no-commit',
      `The repository at ${dir} has no commit yet.`,
      'Make a first commit, then start again.',
    );
  }
  if (/not a git repository \(or any/.test(stderr)) {
    const hint = 'Name the folder of a git repository, or run git init and make a first commit.';
    return new CheckoutError('not-a-repository', `${dir} is not in a git repository.`, hint);
  }
  return new CheckoutError('refused', `git does not open ${dir}: ${said}`, 'Do what git says, then start again.');
}

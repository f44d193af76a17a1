/** The plan's branch. */
import { realpath } from 'node:fs/promises';
import type { Checkout } from './checkout.js';
import { git, GitCommandError, reading, runGit } from './command.js';
import { refHash } from './refs.js';

const HEADS = 'refs/heads/';

/** Short name of the branch that HEAD is on, born or not; `undefined` when HEAD is detached. */
export async function currentBranch(checkout: Checkout): Promise<string | undefined> {
  const { code, stdout } = await runGit(checkout, ['symbolic-ref', '--quiet', 'HEAD']);
  const ref = stdout.toString().trimEnd();
  return code === 0 && ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;
}

/**
 * Puts the checkout on a branch, which is made at `from` (a revision) when it doesn't exist. Uncommitted changes are
 * carried along when git can. @throws GitCommandError when it can't.
 */
export async function switchToBranch(checkout: Checkout, name: string, from: string): Promise<void> {
  const exists = (await refHash(checkout, HEADS + name)) !== undefined;
  const args = exists ? ['switch', '--no-guess', name] : ['switch', '--no-track', '--create', name, from];
  const { code, stderr } = await runGit(checkout, args, { hooks: true });
  // The exit code is that of the post-checkout hook when the switch itself succeeded.
  if (code !== 0 && (await currentBranch(checkout)) !== name) throw new GitCommandError(args.join(' '), code, stderr);
}

/** A sentence when a branch of this name can't be made or checked out here: bad name, another branch in its way, in use elsewhere. */
export async function branchProblem(checkout: Checkout, name: string): Promise<string | undefined> {
  if ((await runGit(checkout, ['check-ref-format', '--branch', name])).code !== 0) {
    return `"${name}" is not a valid name for a branch; rename the plan's file so that its slug has no spaces or signs like ~ ^ : ? * [.`;
  }
  const root = name.split('/')[0] ?? name;
  const text = await git(reading(checkout), ['for-each-ref', '--format=%(refname)%00%(worktreepath)', HEADS + root]);
  for (const line of text.split('\n').filter((entry) => entry !== '')) {
    const [ref = '', worktree = ''] = line.split('\0');
    const problem = await conflict(checkout, name, ref.slice(HEADS.length), worktree);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function conflict(
  checkout: Checkout,
  name: string,
  other: string,
  worktree: string,
): Promise<string | undefined> {
  if (other === name) {
    const elsewhere = worktree !== '' && (await realpath(worktree).catch(() => worktree)) !== checkout.top;
    return elsewhere
      ? `The branch ${name} is checked out in ${worktree}; work there, or free it with git worktree remove (or prune, if the folder is gone).`
      : undefined;
  }
  const blocks = name.startsWith(`${other}/`) || other.startsWith(`${name}/`);
  return blocks
    ? `A branch named ${other} keeps git from making ${name}; rename it: git branch -m ${other} <new name>.`
    : undefined;
}

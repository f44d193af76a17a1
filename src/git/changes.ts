/** What differs between a commit and the work tree, untracked files included. */
import type { Checkout } from './checkout.js';
import { git, GitCommandError, runGit } from './command.js';
import { withStagedCopy } from './staged-copy.js';

/** Paths from the top, sorted; of a rename both. `from` is a commit or tree. @throws GitCommandError */
export async function changedPaths(checkout: Checkout, from: string): Promise<string[]> {
  return withStagedCopy(checkout, async (copy) => {
    const text = await git(copy, ['diff-index', '--cached', '--name-only', '--no-renames', '-z', from, '--']);
    return text.split('\0').filter((path) => path !== '');
  });
}

export interface DiffText {
  /** Unified diff. */
  text: string;
  /** Whether it was cut at the limit. */
  truncated: boolean;
}

/** The changes as a diff of at most `maxBytes` bytes; git is stopped there, however much is left. @throws GitCommandError */
export async function diffText(checkout: Checkout, from: string, maxBytes: number): Promise<DiffText> {
  return withStagedCopy(checkout, async (copy) => {
    const args = [
      'diff-index',
      '--cached',
      '--patch',
      '--find-renames',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      from,
      '--',
    ];
    const { code, stdout, stderr } = await runGit(copy, args, { maxBytes });
    const truncated = stdout.length > maxBytes;
    if (code !== 0 && !truncated) throw new GitCommandError(args.join(' '), code, stderr);
    // A character that the cut splits is held back instead of becoming a replacement sign.
    return { text: new TextDecoder().decode(stdout.subarray(0, maxBytes), { stream: truncated }), truncated };
  });
}

/** What the next commit would add, looked at before it is made. */
import type { Checkout } from './checkout.js';
import { git, runGit } from './command.js';

export interface StagedBlob {
  /** From the top. */
  path: string;
  /** Bytes as git would store them, uncompressed. */
  size: number;
}

/** Files that are staged with a content HEAD does not have there. @throws GitCommandError */
export async function stagedBlobs(checkout: Checkout): Promise<StagedBlob[]> {
  const text = await git(checkout, [
    'diff-index',
    '--cached',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '-z',
    'HEAD',
    '--',
  ]);
  const fields = text.split('\0');
  const staged: { path: string; hash: string }[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , hash = ''] = (fields[at] ?? '').split(' ');
    // Regular files alone: a link's content is a path, a submodule's a commit.
    if (mode.startsWith('100')) staged.push({ path: fields[at + 1] ?? '', hash });
  }
  if (staged.length === 0) return [];
  const input = `${staged.map(({ hash }) => hash).join('\n')}\n`;
  const sizes = (await git(checkout, ['cat-file', '--batch-check=%(objectsize)'], { input })).split('\n');
  return staged.map(({ path }, index) => ({ path, size: Number(sizes[index]) }));
}

/** The staged changes as a diff without context, at most `maxBytes` of it; binary files are left out. @throws GitCommandError */
export async function stagedDiff(checkout: Checkout, maxBytes: number): Promise<string> {
  const args = ['diff-index', '--cached', '--patch', '--unified=0', '--no-renames', '--no-color'];
  const plain = ['--no-ext-diff', '--no-textconv', 'HEAD', '--'];
  const { stdout } = await runGit(checkout, [...args, ...plain], { maxBytes });
  return stdout.subarray(0, maxBytes).toString();
}

/** What the next commit would change, looked at before it is made. */
import type { Checkout } from './checkout.js';
import { git, GitCommandError, runGit } from './command.js';

export interface StagedBlob {
  /** From the top. */
  path: string;
  hash: string;
}

export interface StagedChanges {
  /** Files that are staged with a content HEAD does not have there. */
  blobs: StagedBlob[];
  /** As a diff without context; binary files are left out. */
  diff: string;
}

/** @param maxBytes git is stopped there; what comes last in the diff is then missing. @throws GitCommandError */
export async function stagedChanges(checkout: Checkout, maxBytes: number): Promise<StagedChanges> {
  const args = ['diff-index', '--cached', '--raw', '--no-abbrev', '-z', '--patch', '--unified=0', '--no-renames'];
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', 'HEAD', '--'];
  const { code, stdout, stderr } = await runGit(checkout, [...args, ...plain], { maxBytes });
  if (code !== 0 && stdout.length <= maxBytes) throw new GitCommandError(args.join(' '), code, stderr);
  // An empty field stands between the list and the diff.
  const cut = stdout.indexOf('\0\0');
  const list = cut < 0 ? stdout : stdout.subarray(0, cut);
  return { blobs: readList(list.toString()), diff: cut < 0 ? '' : stdout.subarray(cut + 2, maxBytes).toString() };
}

function readList(text: string): StagedBlob[] {
  const fields = text.split('\0');
  const staged: StagedBlob[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , hash = ''] = (fields[at] ?? '').split(' ');
    // Regular files alone: a link's content is a path, a submodule's a commit.
    if (mode.startsWith('100')) staged.push({ path: fields[at + 1] ?? '', hash });
  }
  return staged;
}

/** Bytes of each as git stores it, uncompressed, in the same order. @throws GitCommandError */
export async function blobSizes(checkout: Checkout, blobs: StagedBlob[]): Promise<number[]> {
  if (blobs.length === 0) return [];
  const input = `${blobs.map(({ hash }) => hash).join('\n')}\n`;
  const sizes = (await git(checkout, ['cat-file', '--batch-check=%(objectsize)'], { input })).split('\n');
  return blobs.map((_, index) => Number(sizes[index]));
}

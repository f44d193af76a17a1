/** Keeps a file out of git without touching what the repository's people share. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Checkout } from './checkout.js';
import { git } from './command.js';

/** Adds a pattern to the repository's own exclude file (gitignore(5)), once; all work trees share that file. */
export async function excludePattern(checkout: Checkout, pattern: string): Promise<void> {
  const file = join(checkout.commonDir, 'info', 'exclude');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  if (text.split(/\r?\n/).includes(pattern)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`);
}

/** Takes a file out of the index and leaves it on disk; a path that isn't tracked is fine. @throws GitCommandError */
export async function untrack(checkout: Checkout, path: string): Promise<void> {
  await git(checkout, ['update-index', '--force-remove', '--', path]);
}

/** Keeps a file out of git without touching what the repository's people share. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../replace-file.js';
import type { Checkout } from './checkout.js';
import { git } from './command.js';

/** Adds patterns to the repository's own exclude file (gitignore(5)), once; all work trees share that file. */
export async function excludePatterns(checkout: Checkout, patterns: string[]): Promise<void> {
  const file = join(checkout.commonDir, 'info', 'exclude');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const known = new Set(text.split(/\r?\n/));
  const missing = patterns.filter((pattern) => !known.has(pattern));
  if (missing.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await replaceFile(file, `${start}${missing.join('\n')}\n`, { durable: true });
}

/** Takes a file out of the index and leaves it on disk; a path that isn't tracked is fine. @throws GitCommandError */
export async function untrack(checkout: Checkout, path: string): Promise<void> {
  await git(checkout, ['update-index', '--force-remove', '--', path]);
}

/** What a person may want to look at afterwards, beside prompt and logs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffText, type DiffText } from '../git/changes.js';
import type { Held } from './context.js';

const diffBytes = 1_000_000;

/** What differs from a saved tree, as a patch; at most 1 MB of it. @throws GitCommandError */
export function changesSince({ checkout }: Held, tree: string): Promise<DiffText> {
  return diffText(checkout, tree, diffBytes);
}

/** Keeps the attempt's changes. @returns whether there are any */
export function keepChanges({ text, truncated }: DiffText, folder: string): boolean {
  writeFileSync(join(folder, 'changes.diff'), truncated ? `${text}\n(cut after ${diffBytes} bytes)\n` : text, {
    mode: 0o600,
  });
  return text !== '';
}

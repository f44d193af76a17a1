/** What a person may want to look at afterwards, beside prompt and logs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffText } from '../git/changes.js';
import type { Held } from './context.js';

const diffBytes = 1_000_000;

/** Keeps the attempt's changes as a patch, at most 1 MB of it. @returns whether there are any */
export async function saveDiff(held: Held, from: string, folder: string): Promise<boolean> {
  const { text, truncated } = await diffText(held.checkout, from, diffBytes);
  writeFileSync(join(folder, 'changes.diff'), truncated ? `${text}\n(cut after ${diffBytes} bytes)\n` : text, {
    mode: 0o600,
  });
  return text !== '';
}

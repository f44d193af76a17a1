/**
 * Takes secrets out of files that programs have written straight into. Each byte of one becomes `*` where it stands, so that
 * size and offsets stay: whoever follows the file, or still appends to it, notices nothing, and a kill in the middle leaves
 * nothing half written.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { exists } from './document-file.js';

const chunkBytes = 1024 * 1024;
/** Lies in a folder whose files may hold secrets. */
const marker = 'unmasked';

/** What an attempt's folder has of agents: prompt, output, events and changes; numbers are earlier tries'. */
export const agentOutput = /^(prompt\.md|changes\.diff|agent\.(\d+\.)?(log|stderr\.log|events\.jsonl))$/;
export const gateOutput = /^gate-\d+\.(log|stdout\.log|stderr\.log)$/;
export const anyOutput = new RegExp(`${agentOutput.source}|${gateOutput.source}|\\.log$`);

/** From now on programs write into the folder. */
export async function expectOutput(folder: string): Promise<void> {
  writeFileSync(join(folder, marker), '', { mode: 0o600 });
}

export function mayHoldSecrets(folder: string): Promise<boolean> {
  return exists(join(folder, marker));
}

/**
 * Masks the folder's files of these names. Memory stays bounded whatever their size. Rejects with the file system's error;
 * then the folder stays one that `mayHoldSecrets`.
 */
export async function maskFolder(folder: string, names: RegExp, secrets: readonly string[]): Promise<void> {
  const needles = secrets.map((secret) => Buffer.from(secret));
  const files = needles.length === 0 ? [] : (await readdir(folder)).filter((name) => names.test(name));
  for (const name of files) await maskFile(join(folder, name), needles);
  rmSync(join(folder, marker), { force: true });
}

async function maskFile(file: string, needles: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'r+').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  try {
    if (handle !== undefined) await maskBytes(handle, needles);
  } finally {
    await handle?.close();
  }
}

/** Piece by piece; of each piece the end is looked at again with the next, since a secret may be cut there. */
async function maskBytes(handle: FileHandle, needles: readonly Buffer[]): Promise<void> {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  const buffer = Buffer.alloc(overlap + chunkBytes);
  for (let [position, kept] = [0, 0]; ;) {
    const { bytesRead } = await handle.read(buffer, kept, chunkBytes, position);
    const length = kept + bytesRead;
    const window = buffer.subarray(0, length);
    const decided = bytesRead === 0 ? length : Math.max(0, length - overlap);
    for (const needle of needles) {
      for (let at = window.indexOf(needle); at >= 0 && at < decided; at = window.indexOf(needle, at + needle.length)) {
        window.fill('*', at, at + needle.length);
        await handle.write(window, at, needle.length, position - kept + at);
      }
    }
    if (bytesRead === 0) return;
    position += bytesRead;
    kept = Math.min(overlap, length);
    buffer.copyWithin(0, length - kept, length);
  }
}

import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { ServiceError } from './service-error.js';

/** The record in `file`, or `undefined` when there is none. Throws `ServiceError` (state-damaged) for what isn't a JSON object. */
export async function readRecord<T extends object>(file: string): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const record = parse(text);
  if (typeof record === 'object' && record !== null) return record as T;
  throw new ServiceError(
    'state-damaged',
    `The record ${file} is damaged: it isn't a JSON object.`,
    'Delete that file; the database and the runs in it are not touched by that.',
  );
}

/** Replaces the record in `file`; a reader sees the old or the new one, never half of it. */
export async function writeRecord(file: string, record: object): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Documents on disk: read whole, replaced whole, never written over somebody else's change. They are small, and a
 * small file is read twenty times faster than a task gets to Node's thread pool and back.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { UserError, errnoOf } from '../errors.js';
import { replaceFile } from '../replace-file.js';
import { decoded, encoded } from './decoded.js';

/** @throws UserError `not-text` when the file is not UTF-8 */
export async function readDocument(file: string): Promise<string> {
  const text = decoded(file, readFileSync(file));
  if (text === undefined) throw new UserError('not-text', `${file} is not UTF-8 text.`, 'Save it as UTF-8.');
  return text;
}

/** As `readDocument`; `undefined` when there is no such file. */
export async function readDocumentIfAny(file: string): Promise<string | undefined> {
  try {
    return await readDocument(file);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces a document through a temporary file and a rename; mode and symbolic link stay.
 *
 * @param expected text that the new one was made from; `undefined` for a file that must not matter
 * @param options.durable wait until the disk has it; a power loss may cut off what can be made again
 * @throws UserError `document-changed` when the file holds something else by now
 */
export async function writeDocument(
  file: string,
  text: string,
  expected?: string,
  { durable = true }: { durable?: boolean } = {},
): Promise<void> {
  const current = await readDocumentIfAny(file);
  if (current === text) return;
  if (expected !== undefined && current !== expected) {
    throw new UserError('document-changed', `${file} changed while it was being edited.`, 'Try again.');
  }
  await replaceFile(file, encoded(file, text), { durable });
}

/** Whether anything, a dangling link too, has that name. */
export async function exists(path: string): Promise<boolean> {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

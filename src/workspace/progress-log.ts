/** The progress log on disk: the copy in the run's folder counts, the workspace's file is written from it. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readDocumentIfAny, writeDocument } from './document-file.js';

export interface ProgressFiles {
  /** In the run's folder. */
  canonical: string;
  /** In the workspace; out of git. */
  workspace: string;
}

/** The log so far. Where the run's folder has none (a new machine, a lost state folder), the workspace's counts. */
export async function readProgress(files: ProgressFiles): Promise<string> {
  return (await readDocumentIfAny(files.canonical)) ?? (await readDocumentIfAny(files.workspace)) ?? '';
}

/** Writes both; the canonical one first, so that a kill in between loses nothing. */
export async function writeProgress(files: ProgressFiles, text: string): Promise<void> {
  mkdirSync(dirname(files.canonical), { recursive: true });
  await writeDocument(files.canonical, text);
  mkdirSync(dirname(files.workspace), { recursive: true });
  await writeDocument(files.workspace, text, undefined, { durable: false });
}

/**
 * An agent's window: from before its start until all that is not its business is put back. A file in the run's folder
 * tells of a window that never closed (a cancel, a killed worker, a terminated run): only then may HEAD, branch and the
 * documents' text be the agent's doing; otherwise they are a person's.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { replaceFile } from '../replace-file.js';
import type { Documents, Held } from './context.js';
import { guardDocuments, type RememberedDocuments } from './own-documents.js';
import { putBranchBack, type BranchBack } from './put-branch-back.js';

export interface AgentWindow {
  iteration: number;
  attempt: number;
  /** Commit that the branch stood at. */
  base: string;
  documents: RememberedDocuments;
}

export async function openWindow(held: Held, window: AgentWindow): Promise<void> {
  mkdirSync(held.folder.path, { recursive: true });
  await replaceFile(fileOf(held), `${JSON.stringify(window)}\n`, { durable: true, mode: 0o600 });
}

export async function closeWindow(held: Held): Promise<void> {
  rmSync(fileOf(held), { force: true });
}

/** @returns `undefined` when the last agent's window was closed */
export async function unclosedWindow(held: Held): Promise<AgentWindow | undefined> {
  try {
    return JSON.parse(readFileSync(fileOf(held), 'utf8')) as AgentWindow;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts HEAD and branch back where they were before the agent; what it committed is kept under a ref. */
export function takeBranchBack(held: Held, { iteration, attempt, base }: AgentWindow): Promise<BranchBack> {
  return putBranchBack(held, base, `${iteration}-${attempt}`);
}

/** Closes a window that an interruption left open, so that nothing of it is taken for a person's edit. */
export async function closeInterrupted(held: Held, documents: Documents): Promise<void> {
  const window = await unclosedWindow(held);
  if (window === undefined) return;
  await takeBranchBack(held, window);
  await guardDocuments(held, documents, window.documents);
  await closeWindow(held);
}

const fileOf = (held: Held) => join(held.folder.path, 'agent-window.json');

/** The runner's documents around an agent's window: remembered before, compared and put back after. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatCriterionRef } from '../documents/criteria.js';
import { guardPlan, guardPrd } from '../documents/guard.js';
import { readDocument, readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import type { Documents, Held } from './context.js';

/** Their texts before the agent, which the guard compares with; those that the run doesn't have are left out. */
export interface RememberedDocuments {
  plan: string;
  prd?: string;
  /** The PRD that the workspace's copy was made of. */
  original?: string;
}

export async function rememberDocuments(held: Held, documents: Documents): Promise<RememberedDocuments> {
  const original = originalPrd(held, documents);
  return {
    plan: await readDocument(documents.plan),
    ...(documents.prd === undefined ? {} : { prd: await readDocument(documents.prd) }),
    ...(original === undefined ? {} : { original: await readDocument(original) }),
  };
}

export interface Guarded {
  /** Whether a document that git sees had to be written. */
  putBack: boolean;
  /** Criteria that the agent ticked, as `US-003.1`. */
  ticked: string[];
  notes: string[];
}

/** An agent can't mark an increment, weaken a gate or re-word a document: all but its ticks is put back. */
export async function guardDocuments(held: Held, documents: Documents, before: RememberedDocuments): Promise<Guarded> {
  const plan = await put(documents.plan, (now) => guardPlan(before.plan, now));
  const prd =
    documents.prd === undefined || before.prd === undefined
      ? undefined
      : await put(documents.prd, (now) => guardPrd(before.prd ?? '', now));
  const original = await guardOriginal(held, documents, before.original);
  const log = { canonical: held.folder.progress, workspace: documents.progress };
  await writeProgress(log, await readProgress(log));
  return {
    putBack: plan.written || prd?.written === true || original !== undefined,
    ticked: (prd?.ticked ?? []).map(formatCriterionRef),
    notes: [
      ...[...plan.changes, ...(prd?.changes ?? [])].map(({ message }) => `Put back: ${message}`),
      ...(original === undefined ? [] : [original]),
    ],
  };
}

/** Where the workspace's copy of the PRD came from; it is written back to at archival, and by nobody else. */
function originalPrd(held: Held, { prd, located }: Documents): string | undefined {
  return prd === undefined || located.prd === undefined || located.prdInPlace
    ? undefined
    : join(held.checkout.top, located.prd);
}

/** @returns a note when it had to be put back */
async function guardOriginal(
  held: Held,
  documents: Documents,
  before: string | undefined,
): Promise<string | undefined> {
  const original = originalPrd(held, documents);
  if (original === undefined || before === undefined) return undefined;
  const { written } = await put(original, () => ({ text: before }));
  if (!written) return undefined;
  return `Put back: ${documents.located.prd} was changed or deleted; what is done is ticked in the workspace's copy.`;
}

/** Puts the text there that `guard` makes of what the file holds now. */
async function put<T extends { text: string }>(
  file: string,
  guard: (now: string | undefined) => T,
): Promise<T & { written: boolean }> {
  // What is no text, or no file, is as good as nothing.
  const now = await readDocumentIfAny(file).catch(() => '');
  const guarded = guard(now);
  const written = now !== guarded.text;
  if (written) {
    mkdirSync(dirname(file), { recursive: true });
    await writeDocument(file, guarded.text);
  }
  return { ...guarded, written };
}

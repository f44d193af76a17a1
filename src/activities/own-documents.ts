/** The runner's documents around an agent's window: remembered before, compared and put back after. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatCriterionRef } from '../documents/criteria.js';
import { guardPlan, guardPrd } from '../documents/guard.js';
import type { GuardChange } from '../documents/types.js';
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
  /** Criteria that the agent ticked, as `US-003.1`. */
  ticked: string[];
  notes: string[];
}

/** An agent can't mark an increment, weaken a gate or re-word a document: all but its ticks is put back. */
export async function guardDocuments(held: Held, documents: Documents, before: RememberedDocuments): Promise<Guarded> {
  const plan = guardPlan(before.plan, await readDocumentIfAny(documents.plan).catch(() => ''));
  await putBack(documents.plan, plan.text);
  const notes = sentences(plan.changes);
  let ticked: string[] = [];
  if (documents.prd !== undefined && before.prd !== undefined) {
    const prd = guardPrd(before.prd, await readDocumentIfAny(documents.prd).catch(() => ''));
    await putBack(documents.prd, prd.text);
    ticked = prd.ticked.map(formatCriterionRef);
    notes.push(...sentences(prd.changes));
  }
  notes.push(...(await guardOriginal(held, documents, before.original)));
  const log = { canonical: held.folder.progress, workspace: documents.progress };
  await writeProgress(log, await readProgress(log));
  return { ticked, notes };
}

/** Where the workspace's copy of the PRD came from; it is written back to at archival, and by nobody else. */
function originalPrd(held: Held, { prd, located }: Documents): string | undefined {
  return prd === undefined || located.prd === undefined || located.prdInPlace
    ? undefined
    : join(held.checkout.top, located.prd);
}

async function guardOriginal(held: Held, documents: Documents, before: string | undefined): Promise<string[]> {
  const original = originalPrd(held, documents);
  if (original === undefined || before === undefined) return [];
  if ((await readDocumentIfAny(original).catch(() => '')) === before) return [];
  await putBack(original, before);
  return [`Put back: ${documents.located.prd} was changed or deleted; what is done is ticked in the workspace's copy.`];
}

async function putBack(file: string, text: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await writeDocument(file, text);
}

function sentences(changes: GuardChange[]): string[] {
  return changes.map(({ message }) => `Put back: ${message}`);
}

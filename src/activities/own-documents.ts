/** The runner's documents around an agent's window: remembered before, compared and put back after. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatCriterionRef } from '../documents/criteria.js';
import { guardPlan, guardPrd } from '../documents/guard.js';
import type { GuardChange } from '../documents/types.js';
import { readDocument, readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import type { Documents, Held } from './context.js';

/** Copies that the guard compares with; an interrupted attempt's next try overwrites them. */
export async function rememberDocuments(held: Held, documents: Documents, folder: string): Promise<void> {
  const keep = async (file: string | undefined, name: string) => {
    if (file !== undefined) await writeDocument(join(folder, name), await readDocument(file));
  };
  // At once: the disk is waited for once.
  await Promise.all([
    keep(documents.plan, 'plan.before.md'),
    keep(documents.prd, 'prd.before.md'),
    keep(originalPrd(held, documents), 'prd.original.md'),
  ]);
}

export interface Guarded {
  /** Criteria that the agent ticked, as `US-003.1`. */
  ticked: string[];
  notes: string[];
}

/** An agent can't mark an increment, weaken a gate or re-word a document: all but its ticks is put back. */
export async function guardDocuments(held: Held, documents: Documents, folder: string): Promise<Guarded> {
  const planBefore = await readDocument(join(folder, 'plan.before.md'));
  const plan = guardPlan(planBefore, await readDocumentIfAny(documents.plan).catch(() => ''));
  await putBack(documents.plan, plan.text);
  const notes = sentences(plan.changes);
  let ticked: string[] = [];
  if (documents.prd !== undefined) {
    const prdBefore = await readDocument(join(folder, 'prd.before.md'));
    const prd = guardPrd(prdBefore, await readDocumentIfAny(documents.prd).catch(() => ''));
    await putBack(documents.prd, prd.text);
    ticked = prd.ticked.map(formatCriterionRef);
    notes.push(...sentences(prd.changes));
  }
  notes.push(...(await guardOriginal(held, documents, folder)));
  const log = { canonical: held.folder.progress, workspace: documents.progress };
  await writeProgress(log, await readProgress(log));
  return { ticked, notes };
}

/** The PRD that the workspace's copy was made of; it is written back to at archival, and by nobody else. */
function originalPrd(held: Held, { prd, located }: Documents): string | undefined {
  return prd === undefined || located.prd === undefined || located.prdInPlace
    ? undefined
    : join(held.checkout.top, located.prd);
}

async function guardOriginal(held: Held, documents: Documents, folder: string): Promise<string[]> {
  const original = originalPrd(held, documents);
  if (original === undefined) return [];
  const before = await readDocument(join(folder, 'prd.original.md'));
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

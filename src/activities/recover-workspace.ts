/** Going on with a workspace that an earlier run left: by git and the documents alone. */
import { join } from 'node:path';
import { markPlan } from '../documents/mark-plan.js';
import { parsePlan } from '../documents/parse-plan.js';
import { nextIncrement } from '../documents/select.js';
import { readState } from '../git/state.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import { locatePlan } from '../workspace/locate.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import { findDocuments, planRef, type Held } from './context.js';
import type { RunSettings } from './types.js';

/**
 * Leftovers are saved under a ref and the checkout put back to its last commit; unless the next increment is blocked:
 * then they are what a person looked at and perhaps mended, and stay.
 */
export async function recoverWorkspace(held: Held, settings: RunSettings): Promise<string[]> {
  const { checkout, ref } = held;
  const notes: string[] = [];
  const state = await readState(checkout);
  if (state.changed.length > 0 || state.untracked.length > 0) {
    const leftovers = planRef(ref, 'leftovers', new Date().toISOString());
    await saveTree(checkout, leftovers, `Leftovers of ${ref.planFolder} before a new start`);
    if (await isBlocked(held, settings)) {
      notes.push(`The blocked increment's work stays in the checkout; a copy is saved under ${leftovers}.`);
      await forgetUncommittedDone(held, settings);
    } else {
      await restoreTree(checkout, 'HEAD');
      notes.push(`Leftovers of the last run are saved under ${leftovers}.`);
    }
  }
  const documents = await findDocuments(held, settings);
  const log = { canonical: held.folder.progress, workspace: documents.progress };
  await writeProgress(log, await readProgress(log));
  return notes;
}

async function isBlocked(held: Held, settings: RunSettings): Promise<boolean> {
  const located = await locatePlan(held.checkout.top, settings.docsRoot, held.ref.planFolder).catch(() => undefined);
  if (located?.stage !== 'workspace') return false;
  const text = await readDocumentIfAny(join(held.checkout.top, located.plan));
  return text !== undefined && nextIncrement(parsePlan(text, located.plan).value)?.status === 'blocked';
}

/** `done` on disk but not in HEAD is not done: a mark without its commit is torn. */
async function forgetUncommittedDone(held: Held, settings: RunSettings): Promise<void> {
  const documents = await findDocuments(held, settings);
  const { plan: path } = documents.located;
  const committed = parsePlan(await held.checkout.git.raw(['show', `HEAD:${path}`]), path).value;
  const before = await readDocumentIfAny(documents.plan);
  if (before === undefined) return;
  let text = before;
  for (const { id, status } of parsePlan(before, path).value.increments) {
    const committedStatus = committed.increments.find((increment) => increment.id === id)?.status;
    if (status === 'done' && committedStatus !== 'done') {
      text = markPlan(text, { increment: { id, status: 'pending' } });
    }
  }
  await writeDocument(documents.plan, text, before);
}

/** Going on with a workspace that an earlier run left: by git and the documents alone. */
import { join } from 'node:path';
import { parsePlan } from '../documents/parse-plan.js';
import { appendEntry } from '../documents/progress.js';
import { listPlanEdits } from '../documents/person-edits.js';
import { nextIncrement } from '../documents/select.js';
import { git } from '../git/command.js';
import { fileIn } from '../git/file-in.js';
import { readState } from '../git/state.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree } from '../git/saved-tree.js';
import { readDocument, readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import { locatePlan } from '../workspace/locate.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import { closeWindow, takeBranchBack, unclosedWindow } from './agent-window.js';
import { findDocuments, planRef, type Held } from './context.js';
import { forgetTornMarks } from './torn-marks.js';
import type { RunSettings } from './types.js';
import { unlogged } from './unlogged.js';

/**
 * Leftovers are saved under a ref and the checkout put back to its last commit; unless the next increment is blocked:
 * then they are what a person looked at and perhaps mended, and stay. So does what a person edited in the plan.
 *
 * @param setUp hash of the set-up commit
 */
export async function recoverWorkspace(held: Held, settings: RunSettings, setUp: string): Promise<string[]> {
  const { checkout, ref } = held;
  const window = await unclosedWindow(held);
  const notes = window === undefined ? [] : (await takeBranchBack(held, window)).notes;
  const state = await readState(checkout);
  if (state.changed.length > 0 || state.untracked.length > 0) {
    const leftovers = planRef(ref, 'leftovers', new Date().toISOString());
    await saveTree(checkout, leftovers, `Leftovers of ${ref.planFolder} before a new start`);
    if (await isBlocked(held, settings)) {
      notes.push(`The blocked increment's work stays in the checkout; a copy is saved under ${leftovers}.`);
      await forgetUncommittedDone(held, settings);
    } else {
      const edited = window === undefined ? await editedPlan(held, settings) : undefined;
      await restoreTree(checkout, 'HEAD');
      if (edited !== undefined) await keepEdits(held, settings, edited);
      notes.push(`Leftovers of the last run are saved under ${leftovers}.`);
    }
  }
  await closeWindow(held);
  const documents = await findDocuments(held, settings);
  const files = { canonical: held.folder.progress, workspace: documents.progress };
  const log = await readProgress(files);
  const missing = await unlogged(held, documents, log, setUp);
  await writeProgress(files, missing.reduce(appendEntry, log));
  const told = missing.map(
    ({ iteration, increment }) => `Iteration ${iteration} (${increment}) was committed, not logged; it is logged now.`,
  );
  return [...notes, ...told];
}

/** The plan's text when more than its marks differs from HEAD: no agent was at work, so a person wrote it. */
async function editedPlan(held: Held, settings: RunSettings): Promise<string | undefined> {
  const located = await locatePlan(held.checkout.top, settings.docsRoot, held.ref.planFolder).catch(() => undefined);
  if (located?.stage !== 'workspace') return undefined;
  const text = await readDocument(join(held.checkout.top, located.plan));
  const committed = (await fileIn(held.checkout, 'HEAD', located.plan)) ?? text;
  return listPlanEdits(committed, text).length > 0 ? text : undefined;
}

async function keepEdits(held: Held, settings: RunSettings, text: string): Promise<void> {
  await writeDocument((await findDocuments(held, settings)).plan, text);
  await forgetUncommittedDone(held, settings);
}

async function isBlocked(held: Held, settings: RunSettings): Promise<boolean> {
  const located = await locatePlan(held.checkout.top, settings.docsRoot, held.ref.planFolder).catch(() => undefined);
  if (located?.stage !== 'workspace') return false;
  const text = await readDocumentIfAny(join(held.checkout.top, located.plan));
  return text !== undefined && nextIncrement(parsePlan(text, located.plan).value)?.status === 'blocked';
}

async function forgetUncommittedDone(held: Held, settings: RunSettings): Promise<void> {
  const documents = await findDocuments(held, settings);
  const { plan: path } = documents.located;
  const before = await readDocument(documents.plan);
  const committed = await git(held.checkout, ['show', `HEAD:${path}`]);
  await writeDocument(documents.plan, forgetTornMarks(before, committed, path).text, before);
}

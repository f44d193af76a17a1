/** Commit: marks, milestones, overall status, PRD and code in one commit, found by its trailers before it is made. */
import { incrementSubject } from '../documents/commit-message.js';
import { criteriaToTick, parseCriterionRef } from '../documents/criteria.js';
import { markPlan } from '../documents/mark-plan.js';
import { markPrd } from '../documents/mark-prd.js';
import { parsePlan } from '../documents/parse-plan.js';
import { parsePrd } from '../documents/parse-prd.js';
import { commitAll } from '../git/commit.js';
import { filesOfCommit } from '../git/commit-facts.js';
import { readState, type CheckoutState } from '../git/state.js';
import { findCommit, rememberIteration } from '../git/trailers.js';
import { readDocument, writeDocument } from '../workspace/document-file.js';
import { findDocuments, hold, type Deps, type Documents, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { commitObjection } from './commit-objection.js';
import { namesFiles } from './expects-changes.js';
import { makeAttemptFolder, readPinned, type PinnedIteration } from './iteration-file.js';
import { lockedIndex } from './free-index.js';
import { refusal } from './refusal.js';
import { newsOf, readPlan, snapshot } from './snapshot.js';
import { keepUnmarked } from './unmarked.js';
import type { CommitInput, CommitResult, PlanNews } from './types.js';

/** Safe to run twice, and after a kill at any line: the commit is looked up, the marks are written once. */
export async function commitIncrement(deps: Deps, input: CommitInput): Promise<CommitResult> {
  const { ref, settings, attempt } = input;
  const held = await hold(deps, ref);
  const documents = await findDocuments(held, settings);
  const trailers = {
    'Ralph-Run': ref.run,
    'Ralph-Increment': `${ref.planFolder}/${ref.increment}`,
    'Ralph-Iteration': String(ref.iteration),
  };
  const pinned = await readPinned(held, ref);
  const state = await readState(held.checkout);
  // What an interrupted try has committed stands behind the commit that the iteration started from.
  const range = `${pinned.base}..HEAD`;
  const made = state.head === pinned.base ? undefined : await findCommit(held.checkout, { trailers, range });
  if (made !== undefined) {
    const { plan } = await readPlan(documents);
    return committed(made.hash, await filesOfCommit(held.checkout, made.hash), snapshot(plan));
  }

  if (!input.acceptUnchanged && !pinned.committedBefore && nothingChanged(state, documents, pinned)) {
    return { kind: 'nothing-changed' };
  }
  const locked = await lockedIndex(held.checkout);
  if (locked !== undefined) {
    const message = `${locked.message} ${locked.hint}`;
    return { kind: 'refused', reason: 'commit-refused', message, tail: '' };
  }
  const folder = await makeAttemptFolder(held, ref, attempt);
  const unmark = await keepUnmarked(documents, folder);
  const before = await readPlan(documents);
  await mark(held, documents, pinned, input, before.text);
  crashPoint(deps.state, 'before-commit');
  const result = await commitAll(held.checkout, {
    message: incrementSubject(pinned.planNumber, pinned.increment),
    trailers,
    forcePaths: [documents.located.plan, documents.located.workspacePrd].filter((path) => path !== undefined),
    objection: async (checkout) => {
      crashPoint(deps.state, 'staged');
      return commitObjection(checkout);
    },
  });
  crashPoint(deps.state, 'after-commit');
  if (result.kind === 'committed') {
    const made = { parent: state.head, head: result.hash, iteration: ref.iteration };
    rememberIteration(held.checkout, ref.planFolder, made);
    const { plan } = await readPlan(documents);
    return committed(result.hash, result.files, newsOf(before.plan, plan, input.known));
  }
  await unmark();
  return refusal(held, result, pinned.base, folder);
}

/** The runner's own marks are no work. */
function nothingChanged(state: CheckoutState, { located }: Documents, pinned: PinnedIteration): boolean {
  if (!namesFiles(pinned.increment)) return false;
  const own = new Set([located.plan, located.workspacePrd]);
  return [...state.changed, ...state.untracked].every((path) => own.has(path));
}

/** Writes all marks. @param text of the plan */
async function mark(
  held: Held,
  documents: Documents,
  pinned: PinnedIteration,
  input: CommitInput,
  text: string,
): Promise<void> {
  const done = markPlan(text, { increment: { id: pinned.increment.id, status: 'done' } });
  const all = parsePlan(done, documents.located.plan).value;
  const finished = all.increments.every((increment) => increment.status === 'done');
  const marked = finished ? markPlan(done, { current: '_all increments complete_' }) : done;
  await writeDocument(documents.plan, marked, text);
  crashPoint(held.deps.state, 'between-marks');
  const { prd } = documents;
  if (prd === undefined) return;

  const prdText = await readDocument(prd);
  const model = parsePrd(prdText, prd).value;
  const named = input.criteria.map(parseCriterionRef).filter((reference) => reference !== undefined);
  const tick = criteriaToTick(all, model, pinned.increment.id, named);
  const status = model.status === 'draft' || model.status === 'approved' ? { status: 'in-progress' as const } : {};
  await writeDocument(prd, markPrd(prdText, { tick, ...status }), prdText);
}

function committed(hash: string, files: string[], plan: PlanNews): CommitResult {
  return { kind: 'committed', hash, filesChanged: files.slice(0, 200), plan };
}

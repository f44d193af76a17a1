/** Perceive: the first increment that is not done, read anew, marked in-progress, its gates pinned. */
import { incrementSubject } from '../documents/commit-message.js';
import { markPlan } from '../documents/mark-plan.js';
import { parsePlan } from '../documents/parse-plan.js';
import { parsePrd } from '../documents/parse-prd.js';
import { listPlanEdits } from '../documents/person-edits.js';
import { parseProgress } from '../documents/progress.js';
import { nextIncrement } from '../documents/select.js';
import type { Finding, Increment, Plan } from '../documents/types.js';
import { readGate } from '../gates/read-gate.js';
import { fileIn } from '../git/file-in.js';
import { findSubject } from '../git/subject.js';
import { highestIteration } from '../git/trailers.js';
import { treeOf } from '../git/saved-tree.js';
import { readState, type CheckoutState } from '../git/state.js';
import { programPredicate } from '../process/program-predicate.js';
import { readDocument, writeDocument } from '../workspace/document-file.js';
import { readProgress } from '../workspace/progress-log.js';
import { findDocuments, hold, type Deps, type Documents, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { commandGates, openOnes, pinIteration, type PinnedIteration } from './iteration-file.js';
import { newsOf, readPlan, snapshot } from './snapshot.js';
import { forgetTornMarks } from './torn-marks.js';
import type { BeginInput, BeginResult } from './types.js';

/** Safe to run twice: the number of the iteration only grows with what is logged or committed. */
export async function beginIteration(
  deps: Deps,
  { ref, settings, gatesFirst, known }: BeginInput,
): Promise<BeginResult> {
  const held = await hold(deps, ref);
  const documents = await findDocuments(held, settings);
  const read = await readPlan(documents);
  if (read.errors.length > 0) return unready('The plan has errors.', read.errors);
  const state = await readState(held.checkout);
  const committed = await committedText(held, documents, state, read.text);
  const { text, forgotten } = forgetTornMarks(read.text, committed, documents.located.plan);
  const plan = parsePlan(text, documents.located.plan).value;
  const next = nextIncrement(plan);
  if (next === undefined) return { kind: 'none-left', plan: snapshot(plan) };

  const { PATH = '' } = held.runFile.env;
  const knowsProgram = programPredicate({ path: PATH, cwd: held.checkout.top });
  const gates = next.gates.map((gate) => readGate(gate.text, knowsProgram));
  if (!settings.allowManual && !gates.some((gate) => gate.kind === 'command')) {
    return unready(`Increment ${next.id} has no gate that is a command.`, []);
  }
  const iteration = await nextNumber(held, documents, state.head);
  const iterationRef = { ...ref, iteration, increment: next.id };
  const personEdits = [...listPlanEdits(committed, text), ...forgotten.map(tornMark)];
  const pinned = await pin(held, documents, plan, next, { gates, personEdits, base: state.head, nested: state.nested });
  const found = gatesFirst ? { foundTree: await treeOf(held.checkout) } : {};
  const marked = markPlan(text, { increment: { id: next.id, status: 'in-progress' }, current: next.id });
  await Promise.all([pinIteration(held, iterationRef, pinned), writeDocument(documents.plan, marked, read.text)]);
  crashPoint(deps.state, 'iteration-begun');
  return {
    kind: 'iteration',
    iteration,
    increment: { id: next.id, title: next.title },
    gates: commandGates(pinned).map(({ command, reading }) => ({ label: command.slice(0, 120), reading })),
    gatesFirst: gatesFirst || next.status === 'blocked' || forgotten.includes(next.id) || pinned.committedBefore,
    ...found,
    plan: newsOf(plan, parsePlan(marked, documents.located.plan).value, known),
  };
}

/** The plan in HEAD; a plan that was never committed has no edits. */
async function committedText(
  { checkout }: Held,
  { located: { plan } }: Documents,
  { changed }: CheckoutState,
  text: string,
): Promise<string> {
  return changed.includes(plan) ? ((await fileIn(checkout, 'HEAD', plan)) ?? text) : text;
}

function tornMark(id: string): string {
  return `Increment ${id} was marked done without its commit; its gates decide`;
}

async function nextNumber(held: Held, documents: Documents, head: string): Promise<number> {
  const log = await readProgress({ canonical: held.folder.progress, workspace: documents.progress });
  const committed = await highestIteration(held.checkout, held.ref.planFolder, head);
  return Math.max(parseProgress(log).highest, committed) + 1;
}

async function pin(
  held: Held,
  documents: Documents,
  plan: Plan,
  next: Increment,
  given: Pick<PinnedIteration, 'gates' | 'personEdits' | 'base' | 'nested'>,
): Promise<PinnedIteration> {
  const { checkout } = held;
  const { located } = documents;
  const foreign =
    next.status === 'in-progress' && (await findSubject(checkout, incrementSubject(located.number, next)));
  return {
    planNumber: located.number,
    planTitle: plan.title,
    increment: next,
    ...given,
    stories: await openStories(documents, next),
    committedBefore: Boolean(foreign),
  };
}

async function openStories({ prd, located }: Documents, { prdRefs }: Increment): Promise<PinnedIteration['stories']> {
  if (prd === undefined) return [];
  const { value } = parsePrd(await readDocument(prd), located.workspacePrd ?? prd);
  const wanted = new Set(prdRefs.map((reference) => reference.story));
  return value.stories
    .filter((story) => wanted.has(story.id))
    .map(({ id, title, criteria }) => ({ id, title, openCriteria: openOnes(id, criteria) }));
}

function unready(message: string, findings: Finding[]): BeginResult {
  const detail = findings.map((finding) => `${finding.file}:${finding.line}: ${finding.message}`).join('\n');
  return { kind: 'unready', message, detail: detail.slice(0, 2_000) };
}

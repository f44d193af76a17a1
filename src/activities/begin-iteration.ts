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
import type { Gate } from '../gates/types.js';
import { findSubject } from '../git/subject.js';
import { highestIteration } from '../git/trailers.js';
import { refHash } from '../git/refs.js';
import { nestedRepositories } from '../git/state.js';
import { programPredicate } from '../process/program-predicate.js';
import { readDocument, writeDocument } from '../workspace/document-file.js';
import { readProgress } from '../workspace/progress-log.js';
import { findDocuments, hold, type Deps, type Documents, type Held } from './context.js';
import { commandGates, openOnes, pinIteration, type PinnedIteration } from './iteration-file.js';
import { readPlan, snapshot } from './snapshot.js';
import type { BeginInput, BeginResult } from './types.js';

/** Safe to run twice: the number of the iteration only grows with what is logged or committed. */
export async function beginIteration(deps: Deps, { ref, settings, gatesFirst }: BeginInput): Promise<BeginResult> {
  const held = await hold(deps, ref);
  const documents = await findDocuments(held, settings);
  const { text, plan, errors } = await readPlan(documents);
  if (errors.length > 0) return unready('The plan has errors.', errors);
  const next = nextIncrement(plan);
  if (next === undefined) return { kind: 'none-left', plan: snapshot(plan) };

  const { PATH = '' } = held.runFile.env;
  const knowsProgram = programPredicate({ path: PATH, cwd: held.checkout.top });
  const gates = next.gates.map((gate) => readGate(gate.text, knowsProgram));
  if (!settings.allowManual && !gates.some((gate) => gate.kind === 'command')) {
    return unready(`Increment ${next.id} has no gate that is a command.`, []);
  }
  const iteration = await nextNumber(held, documents);
  const iterationRef = { ...ref, iteration, increment: next.id };
  const pinned = await pin(held, documents, text, plan, next, gates);
  await pinIteration(held, iterationRef, pinned);
  const marked = markPlan(text, { increment: { id: next.id, status: 'in-progress' }, current: next.id });
  await writeDocument(documents.plan, marked, text);
  return {
    kind: 'iteration',
    iteration,
    increment: { id: next.id, title: next.title },
    gates: commandGates(pinned).map(({ command, reading }) => ({ label: command.slice(0, 120), reading })),
    gatesFirst: gatesFirst || next.status === 'blocked' || pinned.committedBefore,
    plan: snapshot(parsePlan(marked, documents.located.plan).value),
  };
}

async function nextNumber(held: Held, documents: Documents): Promise<number> {
  const log = await readProgress({ canonical: held.folder.progress, workspace: documents.progress });
  const committed = await highestIteration(held.checkout, held.ref.planFolder);
  return Math.max(parseProgress(log).highest, committed) + 1;
}

async function pin(
  held: Held,
  documents: Documents,
  text: string,
  plan: Plan,
  next: Increment,
  gates: Gate[],
): Promise<PinnedIteration> {
  const { checkout } = held;
  const { located } = documents;
  const committed = await checkout.git.raw(['show', `HEAD:${located.plan}`]).catch(() => text);
  const foreign =
    next.status === 'in-progress' && (await findSubject(checkout, incrementSubject(located.number, next)));
  return {
    planNumber: located.number,
    planTitle: plan.title,
    increment: next,
    gates,
    stories: await openStories(documents, next),
    base: (await refHash(checkout, 'HEAD')) ?? '',
    personEdits: listPlanEdits(committed, text),
    nested: await nestedRepositories(checkout),
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

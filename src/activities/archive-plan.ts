/** Archive: PRD written back, plan to completed/, workspace gone, one commit. */
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { carryPrdOver } from '../documents/carry-over.js';
import { choreSubject } from '../documents/commit-message.js';
import { parsePlan } from '../documents/parse-plan.js';
import { parsePrd } from '../documents/parse-prd.js';
import { completeness } from '../documents/select.js';
import { UserError } from '../errors.js';
import { fileIn } from '../git/file-in.js';
import { commitAll } from '../git/commit.js';
import { findCommit } from '../git/trailers.js';
import { exists, readDocument, readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import { locatePlan, type LocatedPlan } from '../workspace/locate.js';
import { hold, type Deps, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { freeIndex } from './free-index.js';
import { openOnes } from './iteration-file.js';
import type { ArchiveInput, ArchiveResult, RunSettings } from './types.js';

/** Safe to run twice: each step looks whether it is done, and the commit is found by its trailer. */
export async function archivePlan(deps: Deps, { ref, settings }: ArchiveInput): Promise<ArchiveResult> {
  const held = await hold(deps, ref);
  const { top } = held.checkout;
  const located = await locatePlan(top, settings.docsRoot, ref.planFolder);
  const prd = settings.needsPrd ? located.prd : undefined;
  const trailers = { 'Ralph-Run': ref.run, 'Ralph-Step': `${ref.planFolder}/archive` };
  const made = await findCommit(held.checkout, { trailers });
  if (made !== undefined)
    return { commit: made.hash, plan: located.completedPlan, prd, warnings: await open(top, prd) };

  await freeIndex(held.checkout);
  const warnings = prd === undefined ? [] : await writePrdBack(held, located, prd);
  await movePlan(held, located);
  warnings.push(...(await clearWorkspace(held, located, settings)), ...(await open(top, prd)));
  const result = await commitAll(held.checkout, {
    message: choreSubject(located.number, 'archive'),
    trailers,
    forcePaths: [located.completedPlan, prd].filter((path) => path !== undefined),
    allowEmpty: true,
  });
  if (result.kind !== 'committed') {
    const output = 'output' in result ? result.output : 'A commit-msg hook removed its trailers.';
    throw new UserError('archive-commit', `Git refused the archive commit:\n${output}`, 'Mend the cause, then resume.');
  }
  crashPoint(deps.state, 'after-archive-commit');
  return { commit: result.hash, plan: located.completedPlan, prd, warnings };
}

/** The original may have changed since set-up: then ticks and statuses are applied to it, nobody's edit is lost. */
async function writePrdBack(held: Held, { workspacePrd, prdInPlace }: LocatedPlan, prd: string): Promise<string[]> {
  const original = join(held.checkout.top, prd);
  const text = await readDocument(original);
  const copy = workspacePrd === undefined || prdInPlace ? text : await copyOf(held, workspacePrd);
  if (copy === undefined) return [];
  const carried = carryPrdOver(text, copy, await prdAtSetUp(held, prd));
  await writeDocument(original, carried.text, text);
  crashPoint(held.deps.state, 'archive-prd-written');
  return carried.warnings;
}

/** By it an edit of the original is told from one of the run's copy; `undefined` for a PRD that set-up did not know. */
async function prdAtSetUp({ checkout, ref }: Held, prd: string): Promise<string | undefined> {
  const setUp = await findCommit(checkout, { trailers: { 'Ralph-Step': `${ref.planFolder}/setup` } });
  if (setUp === undefined) return undefined;
  return fileIn(checkout, setUp.hash, prd);
}

const copyOf = (held: Held, workspacePrd: string) => readDocumentIfAny(join(held.checkout.top, workspacePrd));

async function movePlan(held: Held, located: LocatedPlan): Promise<void> {
  if (located.stage !== 'workspace') return;
  const { top } = held.checkout;
  const { complete, reason } = completeness(parsePlan(await readDocument(join(top, located.plan)), located.plan).value);
  if (!complete)
    throw new UserError('plan-incomplete', `The plan is not complete: ${reason}`, 'Mend the plan, then resume.');
  await mkdir(join(top, dirname(located.completedPlan)), { recursive: true });
  await rename(join(top, located.plan), join(top, located.completedPlan));
  crashPoint(held.deps.state, 'archive-plan-moved');
}

/** A file that is not the runner's stays, and its folder with it. */
async function clearWorkspace(held: Held, located: LocatedPlan, settings: RunSettings): Promise<string[]> {
  const { top } = held.checkout;
  const workspace = join(top, located.workspace);
  if (settings.needsPrd && located.workspacePrd !== undefined && !located.prdInPlace) {
    await rm(join(top, located.workspacePrd), { force: true });
  }
  crashPoint(held.deps.state, 'archive-copy-removed');
  await rm(join(top, located.workspaceProgress), { force: true });
  crashPoint(held.deps.state, 'archive-log-removed');
  if (!(await exists(workspace))) return [];
  const strangers = await readdir(workspace);
  if (strangers.length > 0) return [`${located.workspace} stays, for it holds ${strangers.join(', ')}.`];
  await rmdir(workspace);
  crashPoint(held.deps.state, 'archive-workspace-removed');
  return [];
}

async function open(top: string, prd: string | undefined): Promise<string[]> {
  if (prd === undefined) return [];
  const { stories } = parsePrd(await readDocument(join(top, prd)), prd).value;
  const left = stories.flatMap(({ id, criteria }) => openOnes(id, criteria));
  return left.map(({ ref, text }) => `Nobody ticked ${ref}: ${text}`);
}

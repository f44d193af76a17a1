/** Finds a plan and its PRD in a checkout, wherever in its life the plan stands. */
import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import {
  defaultLayout,
  parsePlanFileName,
  parsePrdFileName,
  planFolder,
  readPlanArgument,
  type PlanName,
} from '../documents/layout.js';
import { prdPathOf } from '../documents/frontmatter.js';
import { UserError, errnoOf } from '../errors.js';
import { exists, readDocument } from './document-file.js';

/** Paths are relative to the checkout's top level, with forward slashes. */
export interface LocatedPlan extends PlanName {
  stage: 'loose' | 'workspace' | 'completed';
  /** `0001_slug` */
  folder: string;
  /** The plan where it is now. */
  plan: string;
  /** The PRD in product-specs, or the one that the plan's frontmatter names. */
  prd: string | undefined;
  /** The PRD is updated where it stands; the workspace has no copy of it. */
  prdInPlace: boolean;
  /** Workspace folder, whether it exists or not. */
  workspace: string;
  /** Where the workspace holds plan, PRD copy and log. */
  workspacePlan: string;
  workspacePrd: string | undefined;
  workspaceProgress: string;
  /** Where the archived plan goes. */
  completedPlan: string;
}

/**
 * @param argument `0001`, `0001_slug`, or a path
 * @throws UserError `no-such-plan`, `plan-ambiguous`, `plan-argument`
 */
export async function locatePlan(top: string, docsRoot: string, argument: string, cwd = top): Promise<LocatedPlan> {
  const wanted = await wantedName(top, docsRoot, argument, cwd);
  const found = (await findPlans(top, docsRoot)).filter(
    (plan) => plan.number === wanted.number && (wanted.slug === undefined || plan.slug === wanted.slug),
  );
  return describePlan(top, docsRoot, await onlyOne(top, docsRoot, argument, found));
}

interface FoundPlan extends PlanName {
  stage: LocatedPlan['stage'];
  plan: string;
}

/** Every plan in the active and completed folders. */
export async function findPlans(top: string, docsRoot: string): Promise<FoundPlan[]> {
  const layout = defaultLayout(docsRoot);
  const found: FoundPlan[] = [];
  for (const entry of await list(join(top, layout.active))) {
    const loose = parsePlanFileName(entry);
    if (loose) found.push({ ...loose, stage: 'loose', plan: `${layout.active}/${entry}` });
    for (const file of await list(join(top, layout.active, entry))) {
      const inside = parsePlanFileName(file);
      if (inside && planFolder(inside) === entry) {
        found.push({ ...inside, stage: 'workspace', plan: `${layout.active}/${entry}/${file}` });
      }
    }
  }
  for (const entry of await list(join(top, layout.completed))) {
    const done = parsePlanFileName(entry);
    if (done) found.push({ ...done, stage: 'completed', plan: `${layout.completed}/${entry}` });
  }
  return found;
}

async function wantedName(
  top: string,
  docsRoot: string,
  argument: string,
  cwd: string,
): Promise<{ number: string; slug: string | undefined }> {
  const wanted = readPlanArgument(argument);
  if (wanted.kind === 'invalid') throw new UserError('plan-argument', wanted.reason, planHint(docsRoot));
  if (wanted.kind === 'number') return { number: wanted.number, slug: undefined };
  if (wanted.kind === 'folder') return { number: wanted.number, slug: wanted.slug };
  const path = resolve(cwd, wanted.path);
  const name = parsePlanFileName(basename(path)) ?? parsePlanFileName(`${basename(path).replace('_', '_exec_')}.md`);
  if (relative(top, path).startsWith('..')) {
    throw new UserError(
      'plan-outside',
      `${wanted.path} is not inside the repository ${top}.`,
      'Name its repository with --repo.',
    );
  }
  if (!name) throw new UserError('plan-argument', `${wanted.path} is not named like a plan.`, planHint(docsRoot));
  if (!(await exists(path))) throw new UserError('no-such-plan', `There is no file ${path}.`, planHint(docsRoot));
  return name;
}

async function onlyOne(top: string, docsRoot: string, argument: string, found: FoundPlan[]): Promise<FoundPlan> {
  const [first, second] = found;
  if (first === undefined) {
    const known = [...new Set((await findPlans(top, docsRoot)).map(planFolder))];
    const hint = known.length > 0 ? `Plans here: ${known.join(', ')}.` : planHint(docsRoot);
    throw new UserError('no-such-plan', `There is no plan ${argument} in ${join(top, docsRoot)}.`, hint);
  }
  if (second === undefined) return first;
  const active = found.filter((plan) => plan.stage !== 'completed');
  const [one, other] = active;
  if (one !== undefined && other !== undefined && (await sameText(top, one.plan, other.plan))) {
    return active.find((plan) => plan.stage === 'workspace') ?? one;
  }
  const names = found.map((plan) => plan.plan).join(' and ');
  throw new UserError('plan-ambiguous', `Two plans go by ${argument}: ${names}.`, 'Rename or remove one of them.');
}

async function sameText(top: string, one: string, other: string): Promise<boolean> {
  if (basename(one) !== basename(other)) return false;
  return (await readDocument(join(top, one))) === (await readDocument(join(top, other)));
}

async function describePlan(top: string, docsRoot: string, found: FoundPlan): Promise<LocatedPlan> {
  const layout = defaultLayout(docsRoot);
  const folder = planFolder(found);
  const workspace = `${layout.active}/${folder}`;
  const planFile = basename(found.plan);
  const named = prdPathOf(await readDocument(join(top, found.plan)));
  const prd = named ?? (await findPrd(top, layout.specs, found.number));
  const prdInPlace = named !== undefined;
  return {
    number: found.number,
    slug: found.slug,
    stage: found.stage,
    plan: found.plan,
    folder,
    prd: prd !== undefined && (await exists(join(top, prd))) ? prd : undefined,
    prdInPlace,
    workspace,
    workspacePlan: `${workspace}/${planFile}`,
    workspacePrd: prd === undefined ? undefined : prdInPlace ? prd : `${workspace}/${basename(prd)}`,
    workspaceProgress: `${workspace}/progress.txt`,
    completedPlan: `${layout.completed}/${planFile}`,
  };
}

async function findPrd(top: string, specs: string, number: string): Promise<string | undefined> {
  const found = (await list(join(top, specs))).filter((entry) => parsePrdFileName(entry)?.number === number);
  if (found.length > 1) {
    const names = found.map((entry) => `${specs}/${entry}`).join(' and ');
    throw new UserError('prd-ambiguous', `Two PRDs go by ${number}: ${names}.`, 'Rename or remove one of them.');
  }
  return found[0] === undefined ? undefined : `${specs}/${found[0]}`;
}

async function list(folder: string): Promise<string[]> {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

function planHint(docsRoot: string): string {
  const layout = defaultLayout(docsRoot);
  return `A plan is ${layout.active}/0001_exec_<slug>.md, and is named by 0001, 0001_<slug> or its path.`;
}

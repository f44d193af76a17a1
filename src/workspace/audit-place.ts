/** Gathers what the audit of one plan has to know: documents, programs, files beside it. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { defaultLayout, parsePlanFileName, parsePrdFileName } from '../documents/layout.js';
import { parsePlan } from '../documents/parse-plan.js';
import { parsePrd } from '../documents/parse-prd.js';
import type { Parsed, Prd } from '../documents/types.js';
import { UserError, errnoOf } from '../errors.js';
import { programPredicate } from '../process/program-predicate.js';
import { auditPlan } from './audit.js';
import type { AuditOptions, AuditReport } from './audit-types.js';
import { readDocument } from './document-file.js';
import type { LocatedPlan } from './locate.js';

export interface AuditPlace {
  /** Folder that paths in the plan start from: the git root, or a bare file's own folder. */
  top: string;
  /** Value of PATH. */
  path: string;
  docsRoot: string;
  options: AuditOptions;
}

/** @throws UserError when the plan can't be read at all */
export async function auditLocated(place: AuditPlace, located: LocatedPlan): Promise<AuditReport> {
  const prd = located.stage === 'workspace' ? (located.workspacePrd ?? located.prd) : located.prd;
  return audit(place, located.plan, prd, located.completedPlan);
}

/** A plan outside any repository; its PRD is the one that lies beside it, if there is one. */
export async function auditBareFile(place: AuditPlace, file: string): Promise<AuditReport> {
  const name = parsePlanFileName(basename(file));
  const beside = await readdir(place.top);
  const prd = beside.find((entry) => name !== undefined && parsePrdFileName(entry)?.number === name.number);
  const completed = `${defaultLayout(place.docsRoot).completed}/${basename(file)}`;
  return audit(place, basename(file), prd, completed);
}

async function audit(
  place: AuditPlace,
  plan: string,
  prd: string | undefined,
  completed: string,
): Promise<AuditReport> {
  const { top, path, docsRoot, options } = place;
  const planText = await read(join(top, plan));
  return auditPlan({
    plan: parsePlan(planText, plan),
    prd: prd === undefined || !options.needsPrd ? undefined : await readPrd(top, prd),
    options,
    facts: {
      knowsProgram: programPredicate({ path, cwd: top }),
      pathExists: (candidate) => existsSync(join(top, candidate)),
      planText,
      activeFolder: defaultLayout(docsRoot).active,
      completedPlan: completed,
      peerReview: await findPeerReview(top, plan),
    },
  });
}

async function readPrd(top: string, prd: string): Promise<Parsed<Prd> | undefined> {
  if (!existsSync(join(top, prd))) return undefined;
  return parsePrd(await read(join(top, prd)), prd);
}

async function read(file: string): Promise<string> {
  try {
    return await readDocument(file);
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined) throw error;
    throw new UserError('unreadable', `${file} can't be read (${code}).`, 'Check its name and permissions.');
  }
}

/** A file of the plan's number whose name speaks of a review: beside the plan, or beside its workspace. */
async function findPeerReview(top: string, plan: string): Promise<string | undefined> {
  const number = basename(plan).slice(0, 4);
  const folder = dirname(plan);
  const isWorkspace = basename(folder).startsWith(number);
  for (const place of isWorkspace ? [folder, dirname(folder)] : [folder]) {
    const entries = await readdir(join(top, place));
    const review = entries.find((entry) => entry.startsWith(number) && /review/i.test(entry));
    if (review !== undefined) return join(place, review);
  }
  return undefined;
}

/** `audit`: what a start would do, and what keeps it from doing it. Changes nothing. */
import { dirname, resolve } from 'node:path';
import type { Finding } from '../documents/types.js';
import { CheckoutError } from '../git/checkout.js';
import { loadConfig } from '../config.js';
import { formatAudit, findingLine } from '../workspace/audit-report.js';
import { auditBareFile, auditLocated, type AuditPlace } from '../workspace/audit-place.js';
import type { AuditReport } from '../workspace/audit-types.js';
import { exists } from '../workspace/document-file.js';
import type { LocatedPlan } from '../workspace/locate.js';
import { preflight } from '../workspace/preflight.js';
import type { RedFinding } from '../workspace/verify.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { indent, print, printJson, say } from './output.js';
import { findPlace, findPlan, type Place, type RepoOptions } from './place.js';

export interface AuditCommandOptions extends RepoOptions {
  prd?: boolean;
  allowManual?: boolean;
  json?: boolean;
}

export async function audit(
  argument: string,
  { repo, json = false, ...flags }: AuditCommandOptions,
): Promise<ExitCode> {
  const report = (await auditInRepository(argument, repo, flags)) ?? (await auditOutside(argument, flags));
  if (json) printJson(report);
  else print(formatAudit(report));
  return hasErrors(report.findings) ? exitCodes.usage : exitCodes.complete;
}

/** All findings that matter to a start: of documents, gates and checkout. */
export async function auditHere(place: Place, located: LocatedPlan): Promise<Finding[]> {
  const report = await auditLocated(auditPlace(place), located);
  return [...report.findings, ...(await preflight(place.checkout, located))];
}

export function printFindings(findings: Finding[], json: boolean): void {
  if (json) printJson({ state: 'refused', exitCode: exitCodes.usage, findings });
  else findings.forEach(sayFinding);
}

/** With the end of what a failing command printed, where there is one. */
function sayFinding(finding: Finding & Partial<RedFinding>): void {
  say(findingLine(finding));
  if (finding.tail) say(indent(finding.tail.trimEnd()));
  if (finding.logFile) say(`Log: ${finding.logFile}`);
}

/** @returns `undefined` for a plan file that is in no repository */
async function auditInRepository(
  argument: string,
  repo: string | undefined,
  flags: Pick<AuditCommandOptions, 'prd' | 'allowManual'>,
): Promise<AuditReport | undefined> {
  const isFile = argument.endsWith('.md') && (await exists(resolve(argument)));
  try {
    const folder = repo ?? (isFile ? dirname(resolve(argument)) : undefined);
    const place = await findPlace(folder === undefined ? {} : { repo: folder }, flags);
    const { located } = await findPlan(place, argument);
    const report = await auditLocated(auditPlace(place), located);
    return { ...report, findings: [...report.findings, ...(await preflight(place.checkout, located))] };
  } catch (error) {
    if (error instanceof CheckoutError && isFile && repo === undefined) return undefined;
    throw error;
  }
}

async function auditOutside(
  argument: string,
  flags: Pick<AuditCommandOptions, 'prd' | 'allowManual'>,
): Promise<AuditReport> {
  const file = resolve(argument);
  const config = await loadConfig(undefined, flags, process.env);
  return auditBareFile(
    {
      top: dirname(file),
      path: process.env['PATH'] ?? '',
      docsRoot: config.docsRoot,
      options: { allowManual: config.allowManual, needsPrd: config.prd },
    },
    file,
  );
}

function auditPlace({ checkout, config, env }: Place): AuditPlace {
  return {
    top: checkout.top,
    path: env['PATH'] ?? '',
    docsRoot: config.docsRoot,
    options: { allowManual: config.allowManual, needsPrd: config.prd },
  };
}

function hasErrors(findings: Finding[]): boolean {
  return findings.some((finding) => finding.level === 'error');
}

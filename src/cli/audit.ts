/** `audit`: what a start would do, and what keeps it from doing it. Changes nothing. */
import { dirname, resolve } from 'node:path';
import type { Finding } from '../documents/types.js';
import { UserError } from '../errors.js';
import { CheckoutError } from '../git/checkout.js';
import { loadConfig } from '../config.js';
import { formatAudit, findingLine } from '../workspace/audit-report.js';
import { auditBareFile, auditLocated, type AuditPlace } from '../workspace/audit-place.js';
import type { AuditReport } from '../workspace/audit-types.js';
import { exists } from '../workspace/document-file.js';
import type { LocatedPlan } from '../workspace/locate.js';
import { preflight } from '../workspace/preflight.js';
import { withCheckoutLock } from '../workspace/checkout-lock.js';
import type { RedFinding } from '../workspace/verify.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { indent, print, printJson, say } from './output.js';
import { findPlace, findPlan, type FoundPlan, type Place, type RepoOptions } from './place.js';
import { takeBaseline } from './before-run.js';
import { interruptible } from './interruptible.js';

export interface AuditCommandOptions extends RepoOptions {
  prd?: boolean;
  allowManual?: boolean;
  /** Run the gates of open increments, and put the checkout back. */
  runGates?: boolean;
  json?: boolean;
}

export async function audit(
  argument: string,
  { repo, json = false, runGates = false, ...flags }: AuditCommandOptions,
): Promise<ExitCode> {
  const audited = await interruptible((signal) =>
    auditInRepository(argument, repo, flags, runGates ? signal : undefined),
  );
  if (audited === 'interrupted') return exitCodes.detached;
  if (audited === undefined && runGates)
    throw new UserError('baseline-refused', 'The gates were not run: the plan is in no git repository.');
  const report = audited ?? (await auditOutside(argument, flags));
  if (json) printJson(report);
  else print(formatAudit(report));
  return hasErrors(report.findings) ? exitCodes.usage : exitCodes.complete;
}

/** All findings that matter to a start: of documents, gates and checkout. */
export async function auditHere(place: Place, located: LocatedPlan): Promise<Finding[]> {
  const report = await auditReport(place, located);
  return [...report.findings, ...(await preflight(place.checkout, located))];
}

/** Of the documents and gates alone. */
export function auditReport(place: Place, located: LocatedPlan): Promise<AuditReport> {
  return auditLocated(auditPlace(place), located);
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

/** Nothing else may be tried in the checkout meanwhile, and no run begin. */
async function baselineOf(
  place: Place,
  found: FoundPlan,
  report: AuditReport,
  signal: AbortSignal,
): Promise<Pick<AuditReport, 'baseline'>> {
  const purpose = `running the gates of ${found.located.folder}`;
  const baseline = await withCheckoutLock(place.checkout, { purpose, say }, () =>
    takeBaseline(place, found, report, signal, ({ increment, command }) =>
      say(`Ran a gate of ${increment}: ${command.slice(0, 100)}`),
    ),
  );
  return { baseline };
}

/** @returns `undefined` for a plan file that is in no repository */
async function auditInRepository(
  argument: string,
  repo: string | undefined,
  flags: Pick<AuditCommandOptions, 'prd' | 'allowManual'>,
  baselineSignal: AbortSignal | undefined,
): Promise<AuditReport | undefined> {
  const isFile = argument.endsWith('.md') && (await exists(resolve(argument)));
  try {
    const folder = repo ?? (isFile ? dirname(resolve(argument)) : undefined);
    const place = await findPlace(folder === undefined ? {} : { repo: folder }, flags);
    const found = await findPlan(place, argument);
    const { located } = found;
    const report = await auditReport(place, located);
    const baseline = baselineSignal === undefined ? {} : await baselineOf(place, found, report, baselineSignal);
    return { ...report, ...baseline, findings: [...report.findings, ...(await preflight(place.checkout, located))] };
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

/** Joins what the rooms know of a plan into what a start would do, and everything a person should know before. */
import type { Finding, Increment, Parsed, Plan, Prd } from '../documents/types.js';
import { readGate } from '../gates/read-gate.js';
import type { Gate } from '../gates/types.js';
import { checkFiles } from './audit-files.js';
import { checkGates } from './audit-gates.js';
import { checkLinks } from './audit-links.js';
import { checkPrd } from './audit-prd.js';
import { checkOrder, checkPlaceholders } from './audit-text.js';
import type { AuditedIncrement, AuditFacts, AuditOptions, AuditReport } from './audit-types.js';

export interface AuditInput {
  plan: Parsed<Plan>;
  /** `undefined` when there is no PRD. */
  prd: Parsed<Prd> | undefined;
  options: AuditOptions;
  facts: AuditFacts;
}

/** Audits a plan. Pure over the facts; never throws. Gates of increments that are done are read, but not doubted. */
export function auditPlan({ plan, prd, options, facts }: AuditInput): AuditReport {
  const { increments } = plan.value;
  const gates = new Map(
    increments.map((increment) => [increment, increment.gates.map((item) => readGate(item.text, facts.knowsProgram))]),
  );
  const open = increments.filter((increment) => increment.status !== 'done');
  const findings = [
    ...plan.findings,
    ...(prd?.findings ?? []),
    ...open.flatMap((increment) => checkGates(plan.value, increment, gates.get(increment) ?? [], options, facts)),
    ...open.flatMap((increment) => checkPlaceholders(plan.value, increment)),
    ...checkOrder(plan.value),
    ...checkFiles(plan.value, facts),
    ...checkLinks(plan.value.file, facts),
    ...checkPrd(plan.value, prd?.value, options),
    ...checkState(plan.value, facts),
  ];
  return {
    plan: plan.value.file,
    title: plan.value.title,
    status: plan.value.overallStatus ?? null,
    increments: increments.map((increment) => audited(increment, gates.get(increment) ?? [])),
    milestones: plan.value.milestones.map(({ name, increments, status }) => ({
      name,
      increments,
      status: status ?? null,
    })),
    prd: prd === undefined ? null : { stories: prd.value.stories.map(auditedStory) },
    findings: sorted(findings),
  };
}

function audited(increment: Increment, gates: Gate[]): AuditedIncrement {
  const { id, title, status, line, scope, primaryFiles, exitCriteria, prdRefs } = increment;
  return {
    id,
    title,
    status: status ?? null,
    line,
    scope,
    primaryFiles,
    gates: gates.map((gate, index) => ({
      kind: gate.kind,
      text: (increment.gates[index]?.text ?? '').replace(/\s+/g, ' ').trim(),
      command: gate.kind === 'command' ? gate.command : null,
      expectation: gate.kind === 'command' ? gate.expectation : null,
      reading: gate.reading,
      line: increment.gates[index]?.line ?? line,
    })),
    exitCriteria,
    prdRefs,
  };
}

const auditedStory = ({ id, title, status, criteria }: Prd['stories'][number]) => ({
  id,
  title,
  status: status ?? null,
  criteria,
});

function checkState(plan: Plan, { peerReview }: AuditFacts): Finding[] {
  const { file, increments } = plan;
  const findings: Finding[] = [];
  if (increments.length > 0 && increments.every((increment) => increment.status === 'done')) {
    const message = 'Every increment is done: a start would only archive the plan.';
    findings.push({ level: 'info', code: 'all-done', message, file });
  }
  const review: Finding =
    peerReview === undefined
      ? { level: 'info', code: 'peer-review-missing', message: 'The plan has no peer review.', file }
      : {
          level: 'info',
          code: 'peer-review-found',
          message: `The plan has a peer review: ${peerReview}.`,
          file: peerReview,
        };
  return [...findings, review];
}

const LEVELS = ['error', 'warning', 'info'];

/** A stable sort: what is found in one line stays in the order in which it was found. */
function sorted(findings: Finding[]): Finding[] {
  const files = [...new Set(findings.map((finding) => finding.file))];
  return findings.toSorted(
    (a, b) =>
      LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
      files.indexOf(a.file) - files.indexOf(b.file) ||
      (a.line ?? 0) - (b.line ?? 0),
  );
}

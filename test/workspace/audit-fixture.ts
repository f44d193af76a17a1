import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { auditPlan } from '../../src/workspace/audit.js';
import type { AuditFacts, AuditOptions, AuditReport } from '../../src/workspace/audit-types.js';
import { knowsProgram } from '../gates/known-programs.js';

export const planFile = 'docs/exec-plans/active/0001_greeter/0001_exec_greeter.md';

export interface IncrementText {
  id?: string;
  title?: string;
  status?: string;
  ref?: string;
  scope?: string;
  files?: string;
  gate?: string;
}

/** An increment in the plan's format; what isn't given is unremarkable. */
export function incrementText({
  id = '01',
  title = 'Say hello',
  status = 'pending',
  ...more
}: IncrementText = {}): string {
  return [
    `### Increment ${id}: ${title}`,
    `**Status:** ${status}`,
    ...(more.ref === undefined ? [] : [`> PRD ref: ${more.ref}`]),
    '',
    'Scope:',
    `1. ${more.scope ?? 'Greet by name'}`,
    '',
    'Primary files:',
    `1. ${more.files ?? '`src/hello.ts` (new)'}`,
    '',
    'Test gate:',
    `1. ${more.gate ?? '`npm test` — all pass'}`,
    '',
    'Exit criteria:',
    '1. A greeting is printed',
    '',
  ].join('\n');
}

/** A plan with these increments; `summary` goes to the top. */
export function planText(increments: string[] = [incrementText()], summary = 'A greeter.'): string {
  return [
    '# Implementation Plan: Greeter',
    '',
    '## Summary',
    summary,
    '',
    '**Overall Status:** pending',
    '**Current Increment:** --',
    '',
    '## Increment Plan',
    '',
    ...increments,
  ].join('\n');
}

export const prdText = [
  '# PRD: Greeter',
  '',
  '**Status:** draft',
  '',
  '### US-001: Hello',
  '**Status:** in-progress',
  '',
  '**Acceptance Criteria:**',
  '- [ ] It greets',
  '- [x] It is polite',
  '',
].join('\n');

export interface AuditedTexts {
  plan?: string;
  /** `null` for no PRD. */
  prd?: string | null;
  options?: Partial<AuditOptions>;
  facts?: Partial<AuditFacts>;
  /** Paths that are there. */
  paths?: string[];
}

export function audit({
  plan = planText(),
  prd = prdText,
  options = {},
  facts = {},
  paths = [],
}: AuditedTexts): AuditReport {
  return auditPlan({
    plan: parsePlan(plan, planFile),
    prd: prd === null ? undefined : parsePrd(prd, 'docs/product-specs/0001_prd_greeter.md'),
    options: { allowManual: false, needsPrd: true, ...options },
    facts: {
      knowsProgram,
      pathExists: (path) => paths.includes(path),
      planText: plan,
      activeFolder: 'docs/exec-plans/active',
      completedPlan: 'docs/exec-plans/completed/0001_exec_greeter.md',
      peerReview: undefined,
      ...facts,
    },
  });
}

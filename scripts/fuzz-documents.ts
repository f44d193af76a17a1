/**
 * Feeds random documents, made of the pieces that hurt, to the readers and writers of plans and PRDs.
 * `tsx scripts/fuzz-documents.ts [inputs, default 100000] [seed, default 1]`; exit code 1 at the first broken promise.
 */
import { carryPrdOver } from '../src/documents/carry-over.js';
import { criteriaToTick, openCriteria } from '../src/documents/criteria.js';
import { DocumentError } from '../src/documents/document-error.js';
import { guardPlan, guardPrd } from '../src/documents/guard.js';
import { markPlan } from '../src/documents/mark-plan.js';
import { markPrd } from '../src/documents/mark-prd.js';
import { parsePlan } from '../src/documents/parse-plan.js';
import { parsePrd } from '../src/documents/parse-prd.js';
import type { IncrementStatus } from '../src/documents/types.js';

const PIECES = [
  ...['# Implementation Plan: T', '## Summary', '### Increment 01: A', '### Increment 02: B', '### Increment 1a: C'],
  ...[
    '**Overall Status:** pending',
    '**Overall Status**: done',
    '**Current Increment:** _all',
    '**Current Increment:** --',
  ],
  ...[
    '**Status:** pending',
    '**Status:** done (a',
    '- **Status:** `todo`',
    '> **Status:** in',
    '- [ ] **Status:** wip',
    'Status:',
  ],
  ...[
    'progress',
    'b) c',
    'pending',
    'and more',
    'Scope:',
    'Test gate:',
    'Test gate: `make`',
    'Exit criteria:',
    'Note: x',
  ],
  ...[
    '1. `npm test` — exits 0',
    '2. run `a',
    '   b` now',
    '   - [ ] nested',
    '   ```',
    '```',
    '~~~~',
    '<!--',
    '-->',
    '---',
  ],
  ...[
    '## Milestones',
    '| Milestone | Increments | Status | Gate |',
    '|---|---|---|---|',
    '| M | 01-02 | pending | `a|b` |',
    '| N | 1a |',
  ],
  ...[
    '| O | 02 | | x |',
    '> PRD ref: US-001 AC 1, 2',
    '> PRD ref: US-002',
    '# PRD: T',
    '### US-001: S',
    '### US-002: S',
  ],
  ...[
    '**Acceptance Criteria:**',
    '- [ ] first',
    '- [x] second (seen)',
    '- [ ] first',
    '  more text',
    '',
    '',
    '\tcode',
    '`',
    '**',
  ],
  ...['\u0000', '\uFEFF', '😀', '\\', '  ', '*', '>', '#### deep', '- [ ] `x', '### [x] Increment A'],
];
const STATUSES: IncrementStatus[] = ['pending', 'in-progress', 'done', 'blocked'];

/** A small generator of random numbers, so that a seed gives the same inputs everywhere (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)] as T;
}

function document(random: Random): string {
  const lines = Array.from({ length: 1 + random(40) }, () => pick(random, PIECES));
  const eol = pick(random, ['\n', '\n', '\r\n', '\r']);
  const text = lines.map((line) => line + (random(20) === 0 ? '\r\n' : eol)).join('');
  return random(3) === 0 ? text.trimEnd() : text;
}

/** Counts the refusals of an edit by their code; any error but a `DocumentError` is a defect and goes up. */
const refusals = new Map<string, number>();

function orRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
  }
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function checkPlan(text: string, random: Random): void {
  const { value: plan } = parsePlan(text, 'plan.md');
  const target = plan.increments[0];
  if (!target) return;
  const marks = { increment: { id: target.id, status: pick(random, STATUSES) }, current: target.id || '--' };
  orRefused(() => {
    const marked = markPlan(text, marks);
    demand(markPlan(marked, marks) === marked, 'marking twice differs from marking once');
    demand(parsePlan(marked, '').value.increments[0]?.status === marks.increment.status, 'the mark is not there');
    demand(guardPlan(text, marked).text === text, 'the guard lets a mark pass');
    demand((guardPlan(text, marked).changes.length === 0) === (text === marked), 'the guard is silent');
  });
}

function checkPrd(text: string, other: string): void {
  const { value: prd } = parsePrd(text, 'prd.md');
  const plan = parsePlan(other, 'plan.md').value;
  const all = openCriteria(prd).map(({ ref }) => ref);
  orRefused(() => {
    criteriaToTick(plan, prd, plan.increments[0]?.id ?? '', all);
    const marked = markPrd(text, { tick: all, status: 'complete' });
    demand(markPrd(marked, { tick: all, status: 'complete' }) === marked, 'ticking twice differs from ticking once');
    const guarded = guardPrd(text, marked);
    demand(guardPrd(text, guarded.text).text === guarded.text, 'the guard takes back what it kept');
    guardPrd(text, other);
    carryPrdOver(text, other);
    demand(carryPrdOver(marked, text).text === marked, 'carrying over changes a complete PRD');
  });
}

const inputs = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const random = randomFrom(seed);
for (let count = 1; count <= inputs; count += 1) {
  const [text, other] = [document(random), document(random)];
  try {
    checkPlan(text, random);
    checkPrd(text, other);
  } catch (error) {
    console.error(
      `Input ${count} of seed ${seed} breaks a promise: ${String(error)}\n${JSON.stringify(text)}\n${JSON.stringify(other)}`,
    );
    process.exit(1);
  }
}
console.log(
  `${inputs} inputs of seed ${seed}: no promise broken. Refused edits by reason:`,
  Object.fromEntries(refusals),
);

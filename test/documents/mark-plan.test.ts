import { describe, expect, it } from '@jest/globals';
import { DocumentError } from '../../src/documents/document-error.js';
import { markPlan } from '../../src/documents/mark-plan.js';
import type { PlanMarks } from '../../src/documents/mark-plan.js';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { completeness, nextIncrement } from '../../src/documents/select.js';
import { changedLines, fixture, planOf } from './fixtures.js';

const done = (id: string): PlanMarks => ({ increment: { id, status: 'done' } });

function refusal(text: string, marks: PlanMarks): string {
  try {
    markPlan(text, marks);
  } catch (error) {
    if (error instanceof DocumentError) return `${error.code} ${error.line ?? '-'}`;
    throw error;
  }
  return 'marked';
}

describe('marking a plan full of traps', () => {
  const text = fixture('traps.md');
  const marked = markPlan(text, { increment: { id: '02', status: 'done' }, current: '02' });

  it('changes the status, the header and the cells, and takes a wrapped value away', () => {
    const expected = text
      .replace('> - **status**: `In Progress`', '> - **status**: done')
      .replace(
        '**Overall Status:** in-progress\n**Current Increment:** _all increments\ncomplete_',
        '**Overall Status:** done\n**Current Increment:** 02',
      )
      .replace('01–02 | in-progress |', '01–02 | done |')
      .replace('`02` | pending |', '`02` | done |');
    expect(marked).toBe(expected);
  });

  it('takes the old tail of a status away with it', () => {
    const expected = text
      .replace("done (pending manual check\nby the station's keeper)", 'blocked')
      .replace('**Overall Status:** in-progress', '**Overall Status:** pending')
      .replace('01–02 | in-progress |', '01–02 | pending |');
    expect(markPlan(text, { increment: { id: '01', status: 'blocked' } })).toBe(expected);
  });

  it('is the same when done twice', () => {
    expect(markPlan(marked, { increment: { id: '02', status: 'done' }, current: '02' })).toBe(marked);
  });

  it('keeps line endings, a byte order mark and a missing final newline', () => {
    const odd = `\uFEFF${text.trimEnd()}`.replaceAll('\n', '\r\n').replace('## Summary\r\n', '## Summary\n');
    const expected = `\uFEFF${marked.trimEnd()}`.replaceAll('\n', '\r\n').replace('## Summary\r\n', '## Summary\n');
    expect(markPlan(odd, { increment: { id: '02', status: 'done' }, current: '02' })).toBe(expected);
  });
});

it.each([
  ['**Status:** pending', '**Status:** done'],
  ['**Status:** pending  ', '**Status:** done  '],
  ['**Status:** pending\\', '**Status:** done\\'],
  ['**Status: pending**', '**Status: done**'],
  ['**Status:**\npending', '**Status:** done'],
  ['- [ ] **Status:** todo', '- [x] **Status:** done'],
  ['**Status:** [ ] todo', '**Status:** done'],
  ['> **Status:** in\n> progress\n> PRD ref: US-001', '> **Status:** done\n> PRD ref: US-001'],
  ['**Status:** pending <!-- or done -->', '**Status:** done <!-- or done -->'],
  ['**Status:** pending\nProse below.', '**Status:** done\nProse below.'],
  ['**Status:** pending (waits for\nthe key)\nProse below.', '**Status:** done\nProse below.'],
  ['**Status:** nearly', '**Status:** done'],
])('writes %j as %j', (before, after) => {
  const gate = '\n\nTest gate:\n1. `a`';
  const text = planOf(before + gate, `**Status:** pending${gate}`);
  const expected = planOf(after + gate, `**Status:** pending${gate}`).replace(
    'Overall Status:** pending',
    'Overall Status:** in-progress',
  );
  expect(markPlan(text, done('01'))).toBe(expected);
});

it('keeps a missing final newline when the value wraps at the end of the file', () => {
  const text = '**Overall Status:** pending\r\n### Increment 01: A\r\n**Status:** pending (until\r\nthen)';
  expect(markPlan(text, done('01'))).toBe('**Overall Status:** done\r\n### Increment 01: A\r\n**Status:** done');
});

it('finds the status cell by the header, fills an empty one, and leaves true ones as they are written', () => {
  const table =
    '## M\n\n| Status | Milestone | Increments |\n|---|---|---|\n|  | a | 01 |\n| ✅ Done | b | 01 |\n||c|01|';
  const text = `${planOf('**Status:** done\nTest gate:\n1. `a`')}\n${table}\n`;
  const marked = markPlan(text, {});
  expect(marked).toContain('| done | a | 01 |\n| ✅ Done | b | 01 |\n| done |c|01|\n');
});

it('finds the table below a heading of level three, in the body of the last increment', () => {
  const table = '### Milestones\n\n| Milestone | Increments | Status |\n|---|---|---|\n| a | 01 | pending |\n';
  const text = `${planOf('**Status:** pending\n\nTest gate:\n1. `a`')}\n${table}`;
  expect(markPlan(text, done('01'))).toContain('| a | 01 | done |');
});

it('leaves a row alone whose stray pipes hide the status cell', () => {
  const row = '| a | b | 01 | pending |';
  const text = `${planOf('**Status:** pending')}\n## M\n\n| Milestone | Increments | Status |\n|---|---|---|\n${row}\n`;
  expect(markPlan(text, done('01'))).toContain(`\n${row}\n`);
});

it('refuses what it cannot do without harm', () => {
  expect(refusal(planOf('**Status:** pending'), done('09'))).toBe('increment-unknown -');
  expect(refusal(planOf('no status'), done('01'))).toBe('status-missing 6');
  expect(refusal(planOf('**Status:** done\n\n**Status:** done'), done('01'))).toBe('status-duplicate 6');
  expect(refusal(`${planOf('a')}\n${planOf('b')}`, done('01'))).toBe('increment-duplicate 15');
  expect(refusal(planOf('**Status:** done'), { current: 'two\n\nlines' })).toBe('mark-unsafe -');
});

it('marks one increment beside another that is faulty', () => {
  const text = planOf('**Status:** pending', 'no status');
  expect(changedLines(text, markPlan(text, { increment: { id: '01', status: 'in-progress' } }))).toEqual([
    '**Status:** pending → **Status:** in-progress',
  ]);
});

it('goes through a plan to its end', () => {
  let text = planOf('**Status:** pending', '**Status:** pending', '**Status:** blocked');
  const seen: string[] = [];
  for (let next = nextIncrement(parsePlan(text, 'p').value); next; next = nextIncrement(parsePlan(text, 'p').value)) {
    const { overallStatus } = parsePlan(text, 'p').value;
    seen.push(`${next.id} ${overallStatus} ${completeness(parsePlan(text, 'p').value).complete}`);
    text = markPlan(text, done(next.id));
  }
  expect(seen).toEqual(['01 pending false', '02 in-progress false', '03 in-progress false']);
  expect(completeness(parsePlan(text, 'p').value).complete).toBe(true);
});

it.each([
  ['', 'no increment'],
  [planOf('**Status:** blocked'), 'Increment 01 is blocked'],
  [planOf('none'), 'without a clear status'],
  [planOf('**Status:** done'), 'overall status is pending'],
  [`${planOf('**Status:** done')}## M\n|Milestone|Increments|Status|\n|-|-|-|\n|One|01|pending|\n`, 'Milestone "One"'],
])('is not complete: %#', (text, reason) => {
  const result = completeness(parsePlan(text, 'p').value);
  expect(result).toEqual({ complete: false, reason: expect.stringContaining(reason) });
});

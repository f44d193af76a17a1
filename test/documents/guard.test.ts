import { describe, expect, it } from '@jest/globals';
import { formatCriterionRef } from '../../src/documents/criteria.js';
import { guardPlan, guardPrd } from '../../src/documents/guard.js';
import { listPlanEdits } from '../../src/documents/person-edits.js';
import { fixture, planOf } from './fixtures.js';

const body = '**Status:** pending\n\nScope:\n1. Build it\n\nTest gate:\n1. `npm test`\n2. `npm run lint`\n';
const plan = planOf(body, body);
const changesOf = (after: string | undefined) =>
  guardPlan(plan, after).changes.map(({ kind, message }) => `${kind}: ${message}`);

describe('the guard of the plan', () => {
  it.each([
    [plan, []],
    [undefined, ['missing: The plan was deleted.']],
    [plan.replace('pending\n\nScope', 'done\n\nScope'), ['mark: Increment 01: status changed from pending to done.']],
    [plan.replace('`npm test`', '`true`'), ['gate: Increment 01: gate 1 changed from "`npm test`" to "`true`".']],
    [plan.replace('2. `npm run lint`\n', ''), ['gate: Increment 01: gate "`npm run lint`" removed.']],
    [plan.replace('Build it', 'Skip it'), ['text: Increment 01: scope item 1 changed from "Build it" to "Skip it".']],
    [planOf(body), ['structure: Increment 02, "Part", removed.']],
    [planOf(body, body, body), ['structure: Increment 03, "Part", added.']],
    [
      plan.replace('t 01: P', 't 0X: P').replace('t 02: P', 't 01: P').replace('t 0X: P', 't 02: P'),
      ['structure: Increments reordered.'],
    ],
    [
      plan.replace('Overall Status:** pending', 'Overall Status:** done'),
      ['mark: Overall Status changed from "pending" to "done".'],
    ],
    [plan.replace('02: Part', '02: Half'), ['text: Increment 02: title changed from "Part" to "Half".']],
    [plan.replace('2. `npm run lint`\n', '2. `npm run lint`\n\nNote: easy\n'), ['text: Increment 01: text changed.']],
    [plan.replaceAll('\n', '\r\n'), expect.arrayContaining([expect.stringContaining('changed')])],
    [`${plan}\n`, ['text: Text outside of the increments, spacing or line endings changed.']],
  ])('gives the text back and lists what was done: %#', (after, changes) => {
    expect(guardPlan(plan, after).text).toBe(plan);
    expect(changesOf(after)).toEqual(changes);
  });

  it('says what happened to milestones', () => {
    const text = fixture('traps.md');
    const messages = (after: string) => guardPlan(text, after).changes.map(({ message }) => message);
    expect(messages(text.replace('`02` | pending', '`02` | done'))).toEqual([
      'Milestone "**M2**": status changed from pending to done.',
    ]);
    expect(messages(text.replace('01–02', '01'))).toEqual(['Milestone "M1 dry \\| wet": name or increments changed.']);
    expect(messages(text.replace(/\| \*\*M2.*\n/, ''))).toEqual(['The milestone table has 1 instead of 2 rows.']);
  });

  it('stays short and upright whatever was written', () => {
    const gates = Array.from({ length: 130_000 }, (_, index) => `1. \`echo ${index}\``).join('\n');
    const { changes } = guardPlan(plan, plan.replace('1. `npm test`', gates));
    expect(changes.length).toBeLessThan(100);
    expect(changes.at(-1)?.message).toContain('more changes');
    expect(changes.every(({ message }) => message.length < 400)).toBe(true);
  });
});

it("lists a person's edits without the marks", () => {
  const edited = plan
    .replace('Status:** pending\n\nScope', 'Status:** blocked\n\nScope')
    .replace('`npm run lint`', '`npm run lint -- --fix`')
    .replace('Build it', 'Build it well');
  expect(listPlanEdits(plan, edited)).toEqual([
    'Increment 01: gate 2 changed from "`npm run lint`" to "`npm run lint -- --fix`".',
    'Increment 01: scope item 1 changed from "Build it" to "Build it well".',
  ]);
  expect(listPlanEdits(plan, plan)).toEqual([]);
});

describe('the guard of the PRD', () => {
  const prd = fixture('prd.md');
  const guard = (after: string | undefined, before = prd) => {
    const { text, ticked, changes } = guardPrd(before, after);
    return { text, ticked: ticked.map(formatCriterionRef), changes: changes.map(({ kind }) => kind) };
  };
  const corrected = prd.replace('pending', 'in-progress').replace('**Status:** done', '**Status:** pending');

  it('keeps ticks, with a remark on what was ticked', () => {
    const after = prd.replace('- [ ] Errors are named', '- [x] Errors are named (in\n  three languages)');
    const kept = guard(after);
    expect(kept).toEqual({ text: expect.any(String), ticked: ['US-001.3'], changes: [] });
    expect(kept.text).toBe(corrected.replace('- [ ] Errors are named', '- [x] Errors are named (in three languages)'));
    expect(guard(kept.text, kept.text)).toEqual({ text: kept.text, ticked: [], changes: [] });
  });

  it('keeps a remark behind the last line of a wrapped criterion', () => {
    const after = prd.replace('- [ ] The unit', '- [x] The unit').replace('line wraps', 'line wraps — seen');
    expect(guard(after).text).toBe(
      corrected.replace('- [ ] The unit', '- [x] The unit').replace('line wraps', 'line wraps — seen'),
    );
  });

  it.each([
    [undefined, [], ['missing']],
    [prd.replace('[x] The value', '[ ] The value'), [], ['box']],
    [prd.replace('Errors are named', 'Errors are hidden'), [], ['text', 'structure']],
    [prd.replace('[ ] Errors are named', '[x] Errors'), [], ['text', 'structure']],
    [prd.replace('Errors are named', 'Errors are named: none'), [], ['text']],
    [prd.replace('- [ ] Errors are named\n', ''), [], ['text']],
    [prd.replace('- [ ] Errors are named', '- [x] New\n- [ ] Errors are named'), [], ['structure']],
    [prd.replace('Status:** approved', 'Status:** complete'), [], ['mark']],
    [prd.replace('As a keeper', 'As a cook'), [], ['text']],
    [prd.slice(0, prd.indexOf('### PRD-0007')), [], ['structure', 'mark', 'text']],
    [`${prd}\n### US-010: More\n\n- [x] a\n`, [], ['structure', 'mark', 'text']],
    [prd.replace('+ [ ] Never', '+ [x] Never'), ['US-002.2'], []],
    ['', [], ['structure', 'structure', 'structure', 'mark', 'text']],
  ])('puts everything else back and lists it: %#', (after, ticked, changes) => {
    const kept = guard(after);
    expect(kept.ticked).toEqual(ticked);
    expect(kept.changes).toEqual(changes);
    const restored = kept.text.replace('+ [x] Never', '+ [ ] Never');
    expect([prd, corrected]).toContain(restored);
  });
});

import { describe, expect, it } from '@jest/globals';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { brief, fixture, planOf } from './fixtures.js';

describe('a plan full of traps', () => {
  const { value: plan, findings } = parsePlan(fixture('traps.md'), 'traps.md');
  const [first, second] = plan.increments;

  it('has the header that the summary ends with', () => {
    expect(plan).toMatchObject({
      file: 'traps.md',
      title: 'Weather station',
      overallStatus: 'in-progress',
      currentIncrement: '_all increments complete_',
      prdPath: 'product/specs/0042.md',
    });
  });

  it('finds no increment in fences, comments and code', () => {
    expect(plan.increments.map(({ id, title, status, line }) => [id, title, status, line])).toEqual([
      ['01', 'Read the thermometer', 'done', 22],
      ['02', 'Read the hygrometer', 'in-progress', 88],
    ]);
  });

  it('keeps the source of an increment verbatim', () => {
    expect(fixture('traps.md')).toContain(`${first?.source}${second?.source}## Delivery Rules`);
    expect(first?.source.endsWith('---\n\n')).toBe(true);
  });

  it('reads scope items with their nested parts', () => {
    expect(first?.scope).toEqual([
      'Parse a line such as `**Status:** pending` and\n`### Increment 78: wrapped` out of the feed\n- a nested bullet\n' +
        '1. a nested number\n\nA second paragraph.',
      'Keep this sample:\n````markdown\n### Increment 79: in a fence\n```\n**Status:** pending\n````\nand the text after it',
      'A span that wraps `onto\n**Status:** blocked` at the left edge',
    ]);
  });

  it('reads labels in any order, with inline text or a list', () => {
    expect(first?.primaryFiles).toEqual(['none (operational).']);
    expect(first?.exitCriteria).toEqual(['The value is printed.', 'It has a unit.']);
  });

  it('reads gates with their lines, without comments and list markers', () => {
    expect(first?.gates).toEqual([
      { text: '`npm test -- thermometer` — exits 0', line: 75 },
      { text: '`grep -c "Status: pending"\nfeed.txt` — returns 0', line: 76 },
      { text: 'Then:\n```bash\nnpm run lint\n  npm run build\n```', line: 78 },
      { text: 'Look at the display: `21 °C | 70 °F` is fine.', line: 84 },
    ]);
    expect(second?.gates).toEqual([{ text: '`make hygrometer` passes.', line: 92 }]);
  });

  it('reads PRD references, less the preparation', () => {
    expect(first?.prdRefs).toEqual([
      { story: 'US-001', criteria: [1, 3] },
      { story: 'US-004', criteria: [] },
    ]);
  });

  it('reads milestones beside stray pipes', () => {
    expect(plan.milestones).toEqual([
      { name: 'M1 dry \\| wet', increments: ['01', '02'], status: 'in-progress', line: 102 },
      { name: '**M2**', increments: ['02'], status: 'pending', line: 103 },
    ]);
  });

  it('has nothing to complain about', () => {
    expect(brief(findings)).toEqual([]);
  });

  it.each(['\r\n', '\r'])('is the same with line endings %j', (eol) => {
    const other = parsePlan(fixture('traps.md').replaceAll('\n', eol), 'traps.md').value;
    const withoutSource = (of: typeof plan) => of.increments.map(({ source, ...rest }) => [rest, source.length > 0]);
    expect(withoutSource(other)).toEqual(withoutSource(plan));
  });

  it('is the same behind a byte order mark', () => {
    expect(parsePlan(`\uFEFF${fixture('traps.md')}`, 'traps.md').value).toEqual(plan);
  });
});

describe('plans of near kin', () => {
  const { value: plan, findings } = parsePlan(fixture('kin.md'), 'kin.md');

  it('have ids and statuses of other kinds', () => {
    expect(plan.increments.map(({ id, title, status }) => [id, title, status])).toEqual([
      ['0', 'Prepare', 'pending'],
      ['1a', 'Read', 'in-progress'],
      ['2.0', 'Write', 'done'],
      ['A', 'Check', 'blocked'],
      ['RF0-001', 'Refactor', 'in-progress'],
    ]);
    expect(plan.overallStatus).toBe('pending');
  });

  it('have gates in fences, bullets and bold labels', () => {
    expect(plan.increments.map(({ gates }) => gates.map(({ text }) => text))).toEqual([
      ['```bash\nls books\ntest -d books\n```'],
      ['`npm test`\n- twelve cases', '`npm run lint`'],
      ['`npm run write`'],
      ['`npm run check`', 'Ask the auditor.'],
      ['`npm run shape`'],
    ]);
  });

  it('have milestone tables with the columns in another order and without outer pipes', () => {
    expect(plan.milestones.map(({ name, increments }) => [name, increments])).toEqual([
      ['One', ['0', '1a']],
      ['Two', ['2.0', 'A']],
      ['Three', ['RF0-001']],
    ]);
    expect(brief(findings)).toEqual(['info milestone-stale 60']);
  });
});

it('ends a body at the next heading of level one or two, and a label at any heading', () => {
  const { value } = parsePlan(
    planOf('**Status:** pending\n\nTest gate:\n\n1. `a`\n\n#### Notes\n\n1. `b`\n\n# End\n\n1. `c`'),
    'p',
  );
  expect(value.increments[0]?.gates.map(({ text }) => text)).toEqual(['`a`']);
  expect(value.increments[0]?.source.endsWith('1. `b`\n\n')).toBe(true);
});

it('reads nothing out of an unclosed comment', () => {
  const { value, findings } = parsePlan(
    `${planOf('**Status:** done\nTest gate:\n1. `a`')}<!--\n### Increment 02: B\n`,
    'p',
  );
  expect(value.increments).toHaveLength(1);
  expect(brief(findings)).toContain('error comment-unclosed 11');
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Findings } from '../../src/documents/finding.js';
import { parsePlan, planFromOutline } from '../../src/documents/parse-plan.js';
import { checkPlan } from '../../src/documents/plan-checks.js';
import { blocksOf, readOutline } from '../../src/documents/plan-outline.js';
import type { PlanOutline } from '../../src/documents/plan-outline.js';
import { outlinePlan } from '../../src/documents/plan-parts.js';
import { readPrdOutline } from '../../src/documents/prd-outline.js';
import { outlinePrd } from '../../src/documents/prd-parts.js';
import { fixture, planOf } from './fixtures.js';

const seed = 20240817;
/** Lines that open what the next part is then inside of, and lines that look like the begin of a part. */
const traps = [
  '```',
  '~~~~',
  '<!--',
  '-->',
  '---',
  '',
  '',
  '- ```',
  '> ~~~',
  '1. `a`',
  '   ```',
  'a `b',
  '| Milestone | Increments | Status |',
  '|---|---|---|',
  '| One | 01 | pending |',
  '### Increment 01: A',
  '### Increment 02: B | C',
  '### Increment 3\u2028: C',
  '### Increment plan',
  '# T',
  '## Rules',
  '#### Increment 4: D',
  '**Status:** pending',
  '**Status:** pending (until',
  '> PRD ref: US-001 AC 1',
  'Scope:',
  'Test gate:',
];

const storyTraps = [
  '# PRD: T',
  '### US-001: A',
  '## US-001: A',
  '### US-002: B',
  '#### PRD-0001.US-1: C',
  '### US-3\u2028: C',
  '**Acceptance Criteria:**',
  '- [ ] One',
  '- [x] two',
  '  and more',
  '- three',
];

/** Everything that an outline tells, its blocks too. */
function told(outline: PlanOutline): PlanOutline {
  for (const { sections } of outline.increments) for (const section of sections) blocksOf(outline, section);
  return outline;
}

/** Read in parts, of which some were read before; and as if nothing had ever been read. */
function compare(text: string): void {
  const outline = readOutline(text);
  const value = planFromOutline(outline, 'p');
  const findings = new Findings('p');
  checkPlan(outline, value, findings);
  expect(parsePlan(text, 'p')).toEqual({ value, findings: findings.sorted() });
  expect(told(outlinePlan(text))).toEqual(told(outline));
}

function comparePrd(text: string): void {
  expect(outlinePrd(text)).toEqual(readPrdOutline(text));
}

const edit = (line: fc.Arbitrary<string>) =>
  fc.record({ at: fc.nat(), remove: fc.nat({ max: 2 }), add: fc.array(line, { maxLength: 3 }) });

/** Each text that comes of one edit after the other. */
function edited(text: string, edits: { at: number; remove: number; add: string[] }[]): string[] {
  const lines = text.split('\n');
  return edits.map(({ at, remove, add }) => {
    lines.splice(at % (lines.length + 1), remove, ...add);
    return lines.join('\n');
  });
}

describe('a plan read in parts is the plan read as a whole', () => {
  const lines = ['traps.md', 'kin.md', 'faults.md'].flatMap((name) => fixture(name).split('\n'));
  const line = fc.oneof(fc.constantFrom(...traps), fc.constantFrom(...lines));
  const eol = fc.constantFrom('\n', '\r\n', '\r', '\n\n');

  it('whatever its lines', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...traps), { maxLength: 40 }), eol, (some, end) => compare(some.join(end))),
      { seed, numRuns: 800 },
    );
  });

  it('after any edit of any part', () => {
    const start = fc.constantFrom(...['traps.md', 'kin.md', 'faults.md'].map(fixture), planOf('a', 'b', 'c'));
    fc.assert(
      fc.property(start, fc.array(edit(line), { minLength: 1, maxLength: 6 }), (text, edits) =>
        edited(text, edits).forEach(compare),
      ),
      { seed, numRuns: 80 },
    );
  });

  it('where the frontmatter ends in a later part, and behind a byte order mark', () => {
    compare(`---\na: 1\n\n${planOf('a', 'b')}---\n`);
    compare(`\uFEFF${planOf('a', 'b')}`);
  });
});

describe('a PRD read in parts is the PRD read as a whole', () => {
  const line = fc.constantFrom(...traps.slice(0, 12), ...storyTraps);

  it('whatever its lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\n\n'), (some, end) =>
        comparePrd(some.join(end)),
      ),
      { seed, numRuns: 800 },
    );
  });

  it('after any edit of any part', () => {
    fc.assert(
      fc.property(fc.array(edit(line), { minLength: 1, maxLength: 6 }), (edits) =>
        edited(fixture('prd.md'), edits).forEach(comparePrd),
      ),
      { seed, numRuns: 80 },
    );
  });
});

it('reads an increment once, and again only when its own text or line is another', () => {
  const increments = (text: string) => parsePlan(text, 'p').value.increments;
  const before = planOf('**Status:** pending', '**Status:** pending', '**Status:** pending');
  const [first, second, third] = increments(before);
  const marked = increments(before.replace('02: Part\n\n**Status:** pending', '02: Part\n\n**Status:** done'));
  expect(marked.map((increment, at) => increment === [first, second, third][at])).toEqual([true, false, true]);
  const lower = increments(before.replace('### Increment 01', 'More.\n\n### Increment 01'));
  expect(lower.map(({ line }) => line)).toEqual([first!.line + 2, second!.line + 2, third!.line + 2]);
});

import { describe, expect, it } from '@jest/globals';
import { criteriaToTick, formatCriterionRef, openCriteria, parseCriterionRef } from '../../src/documents/criteria.js';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { readPrdReferences } from '../../src/documents/prd-reference.js';
import { planOf } from './fixtures.js';

const story = (id: string, boxes: number) => `### ${id}: S\n\n${'- [ ] c\n'.repeat(boxes)}\n`;
const prd = parsePrd(`# PRD: T\n\n${story('US-001', 3)}${story('US-002', 2)}`, 'prd.md').value;

function ticks(references: string[], increment: string, agent: string[] = []): string[] {
  const plan = parsePlan(planOf(...references.map((reference) => `> PRD ref: ${reference}`)), 'p').value;
  const named = agent.map(parseCriterionRef).filter((ref) => ref !== undefined);
  return criteriaToTick(plan, prd, increment, named).map(formatCriterionRef);
}

describe('criteria to tick', () => {
  it('are those that the plan names', () => {
    expect(ticks(['US-001 AC 1, 3'], '01')).toEqual(['US-001.1', 'US-001.3']);
  });

  it('are a whole story only with the last increment that refers to it', () => {
    const references = ['US-001', 'US-001 AC 2', 'US-001 (preparation)', 'all (clean-up)'];
    expect(ticks(references, '01')).toEqual([]);
    expect(ticks(references, '02')).toEqual(['US-001.2']);
    expect(ticks(['US-001 AC 2', 'US-001'], '02')).toEqual(['US-001.1', 'US-001.2', 'US-001.3']);
    expect(ticks(references, '03')).toEqual([]);
  });

  it('are those of the agent too, each once and in the order of the PRD', () => {
    expect(ticks(['US-001 AC 1'], '01', ['US-002.2', 'US-1.1', 'US-002.9', 'US-007.1'])).toEqual([
      'US-001.1',
      'US-002.2',
    ]);
    expect(ticks([''], '99', ['US-002.1'])).toEqual(['US-002.1']);
  });
});

it.each([
  ['US-003 AC 1, 2', ['US-003:1,2']],
  ['US-003 AC1 and AC3; US-004', ['US-003:1,3', 'US-004:']],
  ['US-003 (AC 2-4)', ['US-003:2,3,4']],
  ['`US-003.1`, US-003.2', ['US-003:1,2']],
  ['US-001–US-003', ['US-001:', 'US-002:', 'US-003:']],
  ['PRD-0007.US-01 criteria 2, 5', ['PRD-0007.US-01:2,5']],
  ['US-001 AC 1; US-001', ['US-001:']],
  ['US-001 AC 1-999999999 of many', [`US-001:${Array.from({ length: 201 }, (_, index) => index + 1).join()}`]],
  ['US-001 (preparation), US-002', ['US-002:']],
  ['all (see US-001)', []],
  ['none', []],
  ['the US-based office', []],
])('reads the reference %j', (text, expected) => {
  expect(readPrdReferences(text).map((found) => `${found.story}:${found.criteria.join()}`)).toEqual(expected);
});

it.each([
  ['US-003.1', { story: 'US-003', position: 1 }],
  [' PRD-0007.US-01.12 ', { story: 'PRD-0007.US-01', position: 12 }],
  ['US-003 AC 2', { story: 'US-003', position: 2 }],
  ['US-003', undefined],
  ['US-003.0', undefined],
  ['003.1', undefined],
])('reads the criterion %j', (text, expected) => {
  expect(parseCriterionRef(text)).toEqual(expected);
});

it('lists open criteria, of one story or of all', () => {
  expect(openCriteria(prd).map(({ ref }) => formatCriterionRef(ref))).toHaveLength(5);
  expect(openCriteria(prd, 'US-2').map(({ ref }) => formatCriterionRef(ref))).toEqual(['US-002.1', 'US-002.2']);
  expect(openCriteria(prd, 'US-9')).toEqual([]);
});

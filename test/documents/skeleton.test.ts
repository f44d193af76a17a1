import { expect, it } from '@jest/globals';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { planSkeleton, prdSkeleton } from '../../src/documents/skeleton.js';

it.each(['Weather station', 'A | B', 'Rename `x`', '#1 thing'])(
  'gives a plan and a PRD without findings for %j',
  (title) => {
    const subject = { number: '0007', slug: 'weather-station', title };
    const plan = parsePlan(planSkeleton(subject), 'plan.md');
    const prd = parsePrd(prdSkeleton(subject), 'prd.md');
    expect([...plan.findings, ...prd.findings]).toEqual([]);
    expect(plan.value).toMatchObject({
      title,
      overallStatus: 'pending',
      increments: [{ id: '01', title, status: 'pending' }],
    });
    expect(plan.value.increments[0]?.gates.map(({ text }) => text)).toEqual(['`git diff --check HEAD` — no output']);
    expect(plan.value.milestones).toMatchObject([{ increments: ['01'], status: 'pending' }]);
    expect(prd.value).toMatchObject({
      title,
      status: 'draft',
      stories: [{ id: 'US-001', criteria: [{ checked: false }] }],
    });
  },
);

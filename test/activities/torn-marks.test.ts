import { expect, test } from '@jest/globals';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { forgetTornMarks } from '../../src/activities/torn-marks.js';
import { planText } from '../support/plan.js';

const plan = (...marks: string[]) =>
  planText({
    increments: marks.map((status, index) => ({ id: `0${index + 1}`, title: 'x', status, gates: ['`true`'] })),
  });
const marks = (text: string) => parsePlan(text, 'plan').value.increments.map(({ status }) => status);

test('done without a commit is pending again, whatever the mark in HEAD is', () => {
  const { text, forgotten } = forgetTornMarks(plan('done', 'done', 'done'), plan('done', 'blocked', 'pending'), 'plan');
  expect(forgotten).toEqual(['02', '03']);
  expect(marks(text)).toEqual(['done', 'pending', 'pending']);
});

test('other marks of a person stay, and so does a text without torn marks', () => {
  const before = plan('pending', 'blocked', 'in-progress');
  expect(forgetTornMarks(before, plan('done', 'done', 'pending'), 'plan')).toEqual({ text: before, forgotten: [] });
});

test('an increment that HEAD does not have is not done', () => {
  expect(forgetTornMarks(plan('done', 'done'), plan('done'), 'plan').forgotten).toEqual(['02']);
});

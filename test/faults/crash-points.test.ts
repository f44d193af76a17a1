/** The worker dies in the middle of set-up, commit, log, archival and push; crash-points.long.ts takes every point by itself. */
import { beforeAll, expect, test } from '@jest/globals';
import { dies, type Death } from './deaths.js';

let expected: Death['outcome'];

beforeAll(async () => {
  const undisturbed = await dies([]);
  expect(undisturbed.broken).toEqual([]);
  expected = undisturbed.outcome;
}, 120_000);

test.each([
  { points: ['set-up-moved', 'between-marks:2', 'archive-plan-moved', 'in-notice'] },
  { points: ['after-agent:2', 'after-commit:3', 'after-progress:3', 'after-push'] },
])(
  'dies at $points and completes',
  async ({ points }) => {
    const { broken, outcome } = await dies(points);
    expect(broken).toEqual([]);
    expect(outcome).toEqual(expected);
  },
  180_000,
);

test('a point that is not passed is noticed', async () => {
  expect((await dies(['after-push:9'])).broken).toEqual(['never died at after-push:9: passed 1 times']);
}, 120_000);

/** The worker dies in the middle of set-up, commit, log and archival; crash-points.long.ts takes every point by itself. */
import { beforeAll, test } from '@jest/globals';
import { diesAndCompletes, undisturbed } from './deaths.js';

let expected: Awaited<ReturnType<typeof undisturbed>>;

beforeAll(async () => {
  expected = await undisturbed();
}, 120_000);

test.each([
  { points: ['set-up-moved', 'between-marks:2', 'archive-plan-moved'] },
  { points: ['after-agent:2', 'after-commit:3', 'after-progress:3'] },
])(
  'dies at $points and completes',
  async ({ points }) => {
    await diesAndCompletes(points, expected);
  },
  180_000,
);

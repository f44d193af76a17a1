/** The worker dies at every named point; each time the run goes on as if nothing had happened. */
import { beforeAll, test } from '@jest/globals';
import { crashPoints } from '../../src/activities/crash-point.js';
import { diesAndCompletes, undisturbed } from './deaths.js';

let expected: Awaited<ReturnType<typeof undisturbed>>;

beforeAll(async () => {
  expected = await undisturbed();
}, 120_000);

test.each(crashPoints)(
  'dies at %s and completes',
  async (point) => {
    await diesAndCompletes([point], expected);
  },
  120_000,
);

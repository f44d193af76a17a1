/** The worker dies at every named point; each time the run goes on as if nothing had happened. */
import { beforeAll, expect, test } from '@jest/globals';
import { atPass, deathPoints, dies, type Death } from './deaths.js';

let expected: Death['outcome'];

beforeAll(async () => {
  const undisturbed = await dies([]);
  expect(undisturbed.broken).toEqual([]);
  expected = undisturbed.outcome;
}, 120_000);

test.each(deathPoints)(
  'dies at %s and completes',
  async (point) => {
    const { broken, outcome } = await dies([atPass(point, 0)]);
    expect(broken).toEqual([]);
    expect(outcome).toEqual(expected);
  },
  120_000,
);

test('a point that is not passed is noticed', async () => {
  expect((await dies(['after-push:9'])).broken).toEqual(['never died at after-push:9: passed 1 times']);
}, 120_000);

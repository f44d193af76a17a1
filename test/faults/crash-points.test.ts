/** The worker dies at every named point; each time the run goes on as if nothing had happened. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crashPoints } from '../../src/activities/crash-point.js';
import { killWorker, makeBench, type Bench } from './bench.js';
import { brokenPromises, outcomeOf } from './promises.js';

const benches: Bench[] = [];
let undisturbed: Awaited<ReturnType<typeof outcomeOf>>;

async function bench(): Promise<Bench> {
  const made = await makeBench();
  benches.push(made);
  return made;
}

beforeAll(async () => {
  const calm = await bench();
  const { exitCode, stderr } = await calm.start();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(calm)).toEqual([]);
  undisturbed = await outcomeOf(calm);
}, 120_000);

afterAll(async () => {
  for (const made of benches) await made.remove();
});

/** Each run dies several times: once at each of its points, in the order in which it passes them. */
const runs = [
  ['set-up-moved', 'after-spawn', 'between-marks:2', 'archive-prd-written'],
  ['after-set-up-commit', 'after-agent:2', 'before-commit', 'archive-plan-moved'],
  ['after-gate', 'after-commit:2', 'after-archive-commit'],
  ['after-progress', 'finish-released'],
];

test('every point is in a run', () => {
  const tried = runs.flat().map((point) => point.split(':')[0]);
  expect(tried.sort()).toEqual([...crashPoints].sort());
});

test.each(runs.map((points) => ({ points, name: points.join(', ') })))(
  'dies at $name and completes',
  async ({ points }) => {
    const disturbed = await bench();
    await killWorker(disturbed.stateDir);
    const { exitCode, stderr } = await disturbed.start([], { RALPH_CRASH_AT: points.join(',') });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const passed = await readdir(join(disturbed.stateDir, 'crash-points'));
    expect(passed.sort()).toEqual(points.map((point) => point.split(':')[0]).sort());
    expect(stderr.split('starting it again')).toHaveLength(points.length + 2);
    expect(await brokenPromises(disturbed)).toEqual([]);
    expect(await outcomeOf(disturbed)).toEqual(undisturbed);
  },
  180_000,
);

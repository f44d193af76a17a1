/** Runs of the three increments that die where they are told to, and what must come of them all the same. */
import { expect } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { killWorker, makeBench } from './bench.js';
import { brokenPromises, outcomeOf } from './promises.js';

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

export async function undisturbed(): Promise<Outcome> {
  const bench = await makeBench();
  const { exitCode, stderr } = await bench.start();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(bench)).toEqual([]);
  const outcome = await outcomeOf(bench);
  await bench.remove();
  return outcome;
}

/** @param points as in `RALPH_CRASH_AT`: the worker dies at each of them, once */
export async function diesAndCompletes(points: readonly string[], expected: Outcome): Promise<void> {
  const bench = await makeBench();
  await killWorker(bench.stateDir);
  const { exitCode, stderr } = await bench.start([], { RALPH_CRASH_AT: points.join(',') });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const passed = await readdir(join(bench.stateDir, 'crash-points'));
  expect(passed.sort()).toEqual(points.map((point) => point.split(':')[0]).sort());
  // One more: the worker that was killed to arm this one.
  expect(stderr.split('starting it again').length - 2).toBe(points.length);
  expect(await brokenPromises(bench)).toEqual([]);
  expect(await outcomeOf(bench)).toEqual(expected);
  await bench.remove();
}

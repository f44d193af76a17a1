/** A worker that was stopped for a while, and two workers at once: one of them acts. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { disconnect } from '../loop/workflow.js';
import { workerPid } from './bench.js';
import { makeGated, type Gated } from './gated.js';
import { brokenPromises } from './promises.js';

const made: Gated[] = [];
afterEach(async () => {
  for (const run of made.splice(0)) await run.remove();
});
afterAll(disconnect);

async function gated(): Promise<Gated> {
  const one = await makeGated();
  made.push(one);
  return one;
}

/** Stops the worker until the service has given up on what it does. */
async function stopUntilTimedOut(run: Gated): Promise<number> {
  const pid = await workerPid(run.stateDir);
  if (pid === undefined) throw new Error('No worker runs.');
  const handle = await run.handle();
  const timedOut = async () => {
    const { events } = await handle.fetchHistory();
    const { raw } = await handle.describe();
    const retried = raw.pendingActivities?.some(({ attempt }) => (attempt ?? 1) > 1) === true;
    return retried || events?.some((event) => event.activityTaskTimedOutEventAttributes) === true;
  };
  process.kill(pid, 'SIGSTOP');
  await waitFor(timedOut, { timeoutMs: 30_000, what: 'the heartbeat to be missed' });
  return pid;
}

test.each(['agent', 'commit'] as const)(
  'a worker that wakes in the phase %s acts once',
  async (phase) => {
    const run = await gated();
    const cli = await run.holdIn(phase);
    const pid = await stopUntilTimedOut(run);
    await run.release(phase);
    process.kill(pid, 'SIGCONT');
    const { exitCode, stderr } = await cli.done;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(await workerPid(run.stateDir)).toBe(pid);
    expect(await brokenPromises(run)).toEqual([]);
  },
  180_000,
);

test('a second worker is refused', async () => {
  const run = await gated();
  await run.ralph(['up']);
  const { exitCode, stderr, stdout } = await run.ralph(['worker']);
  expect(exitCode).not.toBe(0);
  expect(stderr + stdout).toContain('is the worker of');
}, 120_000);

test('where a stopped worker has lost its place, the next one ends it before it acts', async () => {
  const run = await gated();
  const cli = await run.holdIn('agent');
  const stopped = await stopUntilTimedOut(run);
  for (const name of ['worker.json', 'worker.owner']) await rm(join(run.stateDir, name));
  await run.release('agent');
  expect(await run.ralph(['up'])).toMatchObject({ exitCode: 0 });
  expect(await cli.done).toMatchObject({ exitCode: 0 });
  expect(await isAlive(stopped)).toBe(false);
  expect(await brokenPromises(run)).toEqual([]);
}, 180_000);

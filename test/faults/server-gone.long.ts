/** The server dies under an agent and does not come back: everyone says so, nobody spins, and git alone is enough to go on. */
import { afterAll, expect, test } from '@jest/globals';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf } from '../../bench/support/resources.js';
import type { ServerRecord } from '../../src/service/server-record.js';
import { isAlive, processesOfRun } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { disconnect } from '../loop/workflow.js';
import { increment, workerPid } from './bench.js';
import { makeGated, type Gated } from './gated.js';
import { brokenPromises, runOf } from './promises.js';
import { startProxy, type Proxy } from './proxy.js';

const heartbeatMs = 5_000;
const watchedMs = 20_000;
let run: Gated;
let network: Proxy;

afterAll(async () => {
  await network.close();
  await run.remove();
  await disconnect();
});

const serverRecord = async () => JSON.parse(await readFile(join(run.stateDir, 'service.json'), 'utf8')) as ServerRecord;

async function deleteDatabase(): Promise<void> {
  const names = (await readdir(run.stateDir)).filter((name) => name.startsWith('temporal.db'));
  await Promise.all(names.map((name) => rm(join(run.stateDir, name))));
}

/** Bytes of the worker's log, and the processor time that it has used, ms. */
async function trouble(worker: number): Promise<{ logged: number; busyMs: number }> {
  const { size } = await stat(join(run.stateDir, 'logs', 'worker.log'));
  return { logged: size, busyMs: await cpuOf(worker) };
}

test('a server of your own is gone for good', async () => {
  run = await makeGated({
    increments: [increment('01'), increment('02')],
    script: {
      '01': { write: { '01.txt': '01\n' } },
      '02': { write: { '02.txt': '02\n' }, shell: 'sh .git/door agent' },
    },
  });
  expect(await run.ralph(['up'])).toMatchObject({ exitCode: 0 });
  const { port, process: server } = await serverRecord();
  network = await startProxy({ host: '127.0.0.1', port });
  const there = { TEMPORAL_ADDRESS: network.address };
  const cli = await run.holdIn('agent', there);
  const worker = (await workerPid(run.stateDir)) as number;

  network.cut();
  process.kill(server?.pid as number, 'SIGKILL');
  await deleteDatabase();

  const gone = async () => (await processesOfRun(runOf(run))).length === 0;
  await waitFor(gone, { timeoutMs: 4 * heartbeatMs + 10_000, what: 'the agent to be ended' });
  const before = await trouble(worker);
  for (const command of [['status', '0001'], ['list'], ['cancel', '0001']]) {
    const { exitCode, stderr } = await run.ralph(command, there);
    expect({ command, exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        `No Temporal service answers at ${network.address}.*\nStart that service`,
      ) as unknown,
    });
  }
  await pause(watchedMs);
  const after = await trouble(worker);
  expect(await isAlive(worker)).toBe(true);
  expect(after.logged - before.logged).toBeLessThan(60_000);
  expect(after.busyMs - before.busyMs).toBeLessThan(watchedMs / 20);

  const terminal = await cli.done;
  expect(terminal.exitCode).toBe(2);
  expect(terminal.stderr.match(/No Temporal service answers/g)).toHaveLength(2);
  expect(terminal.stderr).toMatch(/Start that service.*\n$/);

  await network.mend();
  await run.release('agent');
  expect(await run.ralph(['up'])).toMatchObject({ exitCode: 0 });
  expect((await run.ralph(['status', '0001'], there)).stdout).toContain('has no run');
  const { exitCode, stderr } = await run.start([], there);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const calls = (await run.agent.calls()).map(({ increment: id }) => id);
  expect(calls).toEqual(['01', '02', '02']);
  expect(await brokenPromises(run)).toEqual([]);
}, 300_000);

test('a terminal whose run is forgotten meanwhile says so at once', async () => {
  const other = await makeGated();
  const cli = await other.holdIn('agent');
  const { process: server } = await serverRecord();
  process.kill(server?.pid as number, 'SIGKILL');
  await deleteDatabase();
  const { exitCode, stderr } = await cli.done;
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toMatch(/knows the run of 0001_sample no more.*\nStart anew.*ralph start 0001_sample/);
  await other.release('agent');
  expect(await other.start()).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(other)).toEqual([]);
  await other.remove();
}, 180_000);

/** The server dies, or the network does: the run goes on when it is back, and no agent works on unseen meanwhile. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureServer } from '../../src/service/server.js';
import type { ServerRecord } from '../../src/service/server-record.js';
import { stopService } from '../../src/service/stop-service.js';
import { isAlive, processesOfRun } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { disconnect } from '../loop/workflow.js';
import { workerPid } from './bench.js';
import { makeGated, type Gated } from './gated.js';
import { brokenPromises, runOf } from './promises.js';
import { startProxy, type Proxy } from './proxy.js';

const heartbeatMs = 5_000;
const made: Gated[] = [];
let proxy: Proxy | undefined;

beforeAll(async () => {
  const run = await gated();
  expect(await run.ralph(['up'])).toMatchObject({ exitCode: 0 });
}, 120_000);
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  for (const run of made.splice(0)) await run.remove();
});
afterAll(disconnect);

async function gated(): Promise<Gated> {
  const one = await makeGated({ config: { maxInterruptions: 10 } });
  made.push(one);
  return one;
}

async function server({ stateDir }: Gated): Promise<ServerRecord> {
  return JSON.parse(await readFile(join(stateDir, 'service.json'), 'utf8')) as ServerRecord;
}

const workerLog = ({ stateDir }: Gated) => readFile(join(stateDir, 'logs', 'worker.log'), 'utf8');

async function completes(run: Gated, cli: Awaited<ReturnType<Gated['holdIn']>>): Promise<void> {
  await run.release('agent');
  const { exitCode, stderr } = await cli.done;
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(run)).toEqual([]);
}

test('a killed server comes back on the same database', async () => {
  const run = await gated();
  const cli = await run.holdIn('agent');
  const pid = (await server(run)).process?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await waitFor(async () => (await server(run)).process?.pid !== pid, { timeoutMs: 60_000, what: 'another server' });
  await completes(run, cli);
}, 180_000);

test('a stranger that takes the port of a killed server is not taken for it', async () => {
  const run = await gated();
  const cli = await run.holdIn('agent');
  const record = await server(run);
  process.kill(cli.child.pid as number, 'SIGSTOP');
  process.kill(record.process?.pid ?? 0, 'SIGKILL');
  const strange = await mkdtemp(join(tmpdir(), 'ralph-strange-'));
  await writeFile(join(strange, 'service.json'), JSON.stringify({ ...record, process: undefined, ready: false }));
  const stranger = await ensureServer({ state: strange, say: () => undefined });
  expect(stranger.address).toBe(`127.0.0.1:${record.port}`);
  process.kill(cli.child.pid as number, 'SIGCONT');
  await waitFor(async () => (await server(run)).port !== record.port, { timeoutMs: 60_000, what: 'another port' });
  await completes(run, cli);
  await stopService({ state: strange, say: () => undefined });
  await rm(strange, { recursive: true });
}, 180_000);

describe('behind a network', () => {
  async function behindProxy(): Promise<{ run: Gated; cli: Awaited<ReturnType<Gated['holdIn']>>; proxy: Proxy }> {
    const run = await gated();
    proxy = await startProxy({ host: '127.0.0.1', port: (await server(run)).port });
    const cli = await run.holdIn('agent', { TEMPORAL_ADDRESS: proxy.address });
    return { run, cli, proxy };
  }

  test('a cut shorter than the heartbeat time-out changes nothing', async () => {
    const { run, cli, proxy: network } = await behindProxy();
    network.cut();
    await pause(heartbeatMs / 5);
    await network.mend();
    await completes(run, cli);
    expect(await run.agent.calls()).toHaveLength(1);
  }, 180_000);

  test.each(['cut', 'swallow'] as const)(
    'a long fault (%s) ends the agent, and another does its work',
    async (fault) => {
      const { run, cli, proxy: network } = await behindProxy();
      network[fault]();
      const gone = async () => (await processesOfRun(runOf(run))).length === 0;
      await waitFor(gone, { timeoutMs: 4 * heartbeatMs + 10_000, what: 'the agent to be ended' });
      const worker = await workerPid(run.stateDir);
      expect(worker !== undefined && (await isAlive(worker))).toBe(true);
      // With connections that only seem to live, the service's own patience comes before any retry.
      if (fault === 'cut') expect(await workerLog(run)).toMatch(/heartbeat retried \d+ times/);
      await network.mend();
      await completes(run, cli);
      expect((await run.agent.calls()).length).toBeGreaterThan(1);
    },
    180_000,
  );
});

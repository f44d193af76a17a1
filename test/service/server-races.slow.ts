import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { startDaemon } from '../../src/service/daemon.js';
import { statePaths } from '../../src/service/paths.js';
import { freePort } from '../../src/service/ports.js';
import { ensureServer } from '../../src/service/server.js';
import { healthyConnection } from '../../src/service/server-health.js';
import { readServerRecord, type ServiceInfo } from '../../src/service/server-record.js';
import { stopService } from '../../src/service/stop-service.js';
import { waitFor } from '../support/wait-for.js';
import { cleanUp, fixtureArguments, newState, plainEnv, project, runFixture, serversOf } from './support.js';

const say = () => undefined;
afterAll(cleanUp, 60_000);

test('five commands at once make one server', async () => {
  const state = await newState();
  const infos = await Promise.all(Array.from({ length: 5 }, () => runFixture<ServiceInfo>('ensure-server', state)));
  expect(new Set(infos.map(({ pid }) => pid)).size).toBe(1);
  expect(serversOf(state)).toEqual([infos[0]!.pid]);
}, 90_000);

test('servers of several state folders that start at once never take each other for their own', async () => {
  const states = await Promise.all(Array.from({ length: 4 }, newState));
  const infos = await Promise.all(states.map((state) => ensureServer({ state, say, env: plainEnv })));
  expect(new Set(infos.map(({ address }) => address)).size).toBe(states.length);
  for (const [index, state] of states.entries()) expect(serversOf(state)).toEqual([infos[index]!.pid]);
}, 120_000);

test('another server that answers at the wanted port is not the one that was started', async () => {
  const other = await ensureServer({ state: await newState(), say, env: plainEnv });
  const state = await newState();
  const late = await startDaemon({
    command: 'sh',
    args: ['-c', 'sleep 1; echo address already in use; exit 1'],
    cwd: project,
    env: plainEnv,
    logFile: join(state, '..', 'late.log'),
  });
  const record = { binary: '', serverVersion: '', port: Number(other.address.split(':')[1]), uiPort: 0, ready: false };
  const outcome = healthyConnection(record, late, { logFile: '', say }).then(() => 'taken for ours', String);
  expect(await outcome).toContain('address already in use');
}, 60_000);

/** Between its own look at the port and its listening, Temporal's server meets a port in use with a panic. */
const panics = `
  echo 'time=2026-01-01T00:00:00.000 level=ERROR msg="Failed to start gRPC listener" error="bind: address already in use"'
  echo 'panic: runtime error: invalid memory address or nil pointer dereference'
  seq --format 'some/module.function%g(0x1, 0x2)' 1 1000
  exit 2`;

test('a server that panics since its port was taken in the last moment says so, and not its stack', async () => {
  const logFile = join(await newState(), '..', 'late.log');
  const late = await startDaemon({ command: 'sh', args: ['-c', panics], cwd: project, env: plainEnv, logFile });
  const record = { binary: '', serverVersion: '', port: await freePort(0), uiPort: 0, ready: false };
  const outcome = await healthyConnection(record, late, { logFile, say }).then(() => 'healthy', String);
  expect(outcome).toContain('address already in use');
  expect(outcome).not.toContain('function1000');
}, 60_000);

test('a command that is killed while it starts the server is made good by the next', async () => {
  const state = await newState();
  const command = spawn(process.execPath, fixtureArguments('ensure-server', state), { cwd: project, env: plainEnv });
  await waitFor(() => readServerRecord(statePaths(state)), { timeoutMs: 30_000, what: 'a first record' });
  command.kill('SIGKILL');
  const { pid } = await ensureServer({ state, say, env: plainEnv });
  expect(serversOf(state)).toEqual([pid]);
  expect((await readServerRecord(statePaths(state)))?.ready).toBe(true);
}, 90_000);

test('ports that others took are replaced by free ones, and the choice is kept', async () => {
  const state = await newState();
  const first = await ensureServer({ state, say, env: plainEnv });
  await stopService({ state, say });
  const others = await Promise.all(
    [first.address, first.uiUrl].map((place) => occupy(Number(place.split(':').at(-1)))),
  );
  const second = await ensureServer({ state, say, env: plainEnv });
  expect([second.address, second.uiUrl]).not.toContain(first.address);
  expect(second.uiUrl).not.toBe(first.uiUrl);
  for (const other of others) other.close();
  await stopService({ state, say });
  const third = await ensureServer({ state, say, env: plainEnv });
  expect([third.address, third.uiUrl]).toEqual([second.address, second.uiUrl]);
}, 90_000);

test('a port that nobody uses is taken as wanted', async () => {
  const port = await freePort(0);
  expect(await freePort(port)).toBe(port);
});

function occupy(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { connectService } from '../../src/service/connection.js';
import { startDaemon } from '../../src/service/daemon.js';
import { cacheFolder, prepareState } from '../../src/service/paths.js';
import { freePort, portAnswers } from '../../src/service/ports.js';
import { endProcess } from '../../src/service/process-mark.js';
import { findServerBinary } from '../../src/service/server-binary.js';
import { registerSearchAttributes } from '../../src/service/server-setup.js';
import { ServiceError } from '../../src/service/service-error.js';
import { serviceStatus } from '../../src/service/service-status.js';
import { waitFor } from '../support/wait-for.js';
import { cleanUp, newState, plainEnv } from './support.js';

const say = () => undefined;
afterAll(cleanUp, 60_000);

async function failureOf(env: Record<string, string>): Promise<{ error: ServiceError; ms: number; state: string }> {
  const state = await newState();
  const startedAt = Date.now();
  const error: unknown = await connectService({ state, say, env: { ...plainEnv, ...env } }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error('No ServiceError', { cause: error });
  return { error, ms: Date.now() - startedAt, state };
}

test('an address where nothing listens is told, with what to do, and no server is started instead', async () => {
  const address = `127.0.0.1:${await freePort(0)}`;
  const { error, ms, state } = await failureOf({ TEMPORAL_ADDRESS: address });
  expect(error.code).toBe('unreachable');
  expect(error.message).toContain(address);
  expect(error.hint).toContain('TEMPORAL_ADDRESS');
  expect(ms).toBeLessThan(8_000);
  expect(existsSync(state)).toBe(false);
}, 20_000);

test('a service that accepts and never answers is told within seconds', async () => {
  const sockets: Socket[] = [];
  const hole = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
  const { port } = hole.address() as { port: number };
  const { error, ms } = await failureOf({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
  hole.close();
  for (const socket of sockets) socket.destroy();
  expect(error.code).toBe('unreachable');
  expect(ms).toBeLessThan(10_000);
}, 20_000);

test('a profile that does not exist is an error that names the variables', async () => {
  const file = join((await prepareState(await newState())).state, 'temporal.toml');
  await writeFile(file, '[profile.other]\naddress = "127.0.0.1:1"\n');
  const { error } = await failureOf({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'mine' });
  expect(error.code).toBe('profile');
  expect(error.hint).toContain('TEMPORAL_PROFILE');
});

test('a service that is already there is used with its namespace, and gets the search attributes once', async () => {
  const port = await freePort(0);
  const { state, logs } = await prepareState(await newState());
  const { path } = await findServerBinary({ cache: cacheFolder(), env: plainEnv, say });
  const args = [
    'server',
    'start-dev',
    '--headless',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--namespace',
    'team',
  ];
  const server = await startDaemon({
    command: path,
    args,
    cwd: state,
    env: plainEnv,
    logFile: join(logs, 'other.log'),
  });
  try {
    const env = { ...plainEnv, TEMPORAL_ADDRESS: `127.0.0.1:${port}`, TEMPORAL_NAMESPACE: 'team' };
    await waitFor(() => portAnswers(port), { timeoutMs: 20_000, what: 'the other server' });
    const service = await waitFor(() => connectService({ state, say, env }), {
      timeoutMs: 20_000,
      what: 'its namespace',
    });
    expect(service).toMatchObject({ embedded: false, namespace: 'team', name: `127.0.0.1:${port}/team` });
    await registerSearchAttributes(service.connection, 'team');
    await registerSearchAttributes(service.connection, 'team');
    const { customAttributes } = await service.connection.operatorService.listSearchAttributes({ namespace: 'team' });
    expect(Object.keys(customAttributes)).toHaveLength(4);
    const { external, server: embedded } = await serviceStatus(state, env);
    expect(external).toEqual({ address: `127.0.0.1:${port}`, namespace: 'team' });
    expect(embedded.state).toBe('stopped');
    await service.connection.close();
    const { error } = await failureOf({ ...env, TEMPORAL_NAMESPACE: 'nobody' });
    expect(error.code).toBe('namespace');
  } finally {
    await endProcess(server.mark!, 5_000);
  }
}, 60_000);

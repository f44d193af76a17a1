/** A service behind a network that a test cuts: whether it still answers is asked of itself. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { watchService, type ServiceWatch } from '../../src/activities/service-watch.js';
import { ensureServer } from '../../src/service/server.js';
import { startProxy, type Proxy } from '../faults/proxy.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';

const heartbeatMs = 900;
let network: Proxy;
let connection: NativeConnection;
let watch: ServiceWatch;

beforeAll(async () => {
  const { address } = await ensureServer({ state: useService().stateDir, say: () => undefined });
  network = await startProxy({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
  connection = await NativeConnection.connect({ address: network.address });
}, 120_000);
afterEach(() => watch.stop());
afterAll(async () => {
  await connection.close();
  await network.close();
});

const begin = () => (watch = watchService(new Client({ connection }), heartbeatMs));

test('one that answers is not gone, also after a fault that is shorter than the time-out', async () => {
  const { gone } = begin();
  await pause(heartbeatMs);
  network.cut();
  await pause(heartbeatMs / 2);
  await network.mend();
  await pause(3 * heartbeatMs);
  expect(gone.aborted).toBe(false);
});

test.each(['cut', 'swallow'] as const)('one that can not be reached is gone after the time-out (%s)', async (fault) => {
  const { gone } = begin();
  await pause(heartbeatMs);
  network[fault]();
  const at = Date.now();
  await waitFor(() => gone.aborted, { timeoutMs: 20_000, what: 'the end of patience' });
  expect(Date.now() - at).toBeGreaterThanOrEqual(heartbeatMs);
  expect(gone.reason).toBe('The Temporal service was out of reach.');
  await network.mend();
});

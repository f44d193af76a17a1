import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { connectService, type Service } from '../../src/service/connection.js';
import { statePaths } from '../../src/service/paths.js';
import { isAlive } from '../../src/service/process-mark.js';
import { portAnswers } from '../../src/service/ports.js';
import { ensureServer } from '../../src/service/server.js';
import { readServerRecord } from '../../src/service/server-record.js';
import { serviceStatus } from '../../src/service/service-status.js';
import { stopService } from '../../src/service/stop-service.js';
import { waitFor } from '../support/wait-for.js';
import { cleanUp, newState, plainEnv, serversOf } from './support.js';

const say = () => undefined;
afterAll(cleanUp, 60_000);

describe('the embedded server', () => {
  let state: string;
  let service: Service;
  const ensure = () => ensureServer({ state, say, env: { ...plainEnv, RALPH_RUN: 'ralph/x/1', RALPH_PLAN: '0001' } });
  const pendingRun = async () => (await service.client.workflow.getHandle('pending').describe()).status.name;

  it('is started on loopback, on a database in the state folder', async () => {
    state = await newState();
    const info = await ensure();
    expect(info.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(serversOf(state)).toEqual([info.pid]);
    expect(readFileSync(statePaths(state).database).subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(existsSync(`${statePaths(state).database}-wal`)).toBe(true);
    service = await connectService({ state, say, env: plainEnv });
    expect(service).toMatchObject({ name: 'embedded', embedded: true, namespace: 'default', uiUrl: info.uiUrl });
    expect((await fetch(info.uiUrl)).status).toBe(200);
  }, 60_000);

  it('keeps closed runs for 90 days and knows our search attributes', async () => {
    const { workflowService, operatorService } = service.connection;
    const { config } = await workflowService.describeNamespace({ namespace: 'default' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(90 * 24 * 60 * 60);
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace: 'default' });
    expect(Object.keys(customAttributes).sort()).toEqual([
      'RalphIncrement',
      'RalphPlan',
      'RalphRepository',
      'RalphState',
    ]);
  });

  it('does not carry the marker of the run that its command was part of', async () => {
    const { pid } = await ensure();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/RALPH_(RUN|PLAN)=/);
  });

  it('is used by the next command', async () => {
    expect((await ensure()).pid).toBe(serversOf(state)[0]);
  });

  it('is started again on the same database and ports after kill -9', async () => {
    await service.client.workflow.start('anything', { workflowId: 'pending', taskQueue: 'nobody' });
    const before = await ensure();
    const { process: mark } = (await readServerRecord(statePaths(state)))!;
    process.kill(before.pid, 'SIGKILL');
    await waitFor(() => !isAlive(mark), { timeoutMs: 5_000, what: 'the end of the server' });
    const after = await ensure();
    expect(after.pid).not.toBe(before.pid);
    expect(after).toEqual({ ...before, pid: after.pid });
    expect(await pendingRun()).toBe('RUNNING');
  }, 60_000);

  it('leaves nothing behind when it is stopped, and what it knew comes back', async () => {
    const { process: mark, port, uiPort } = (await readServerRecord(statePaths(state)))!;
    expect(await stopService({ state, say })).toEqual({ worker: 'gone', server: 'ended' });
    expect(isAlive(mark)).toBe(false);
    expect([await portAnswers(port), await portAnswers(uiPort), serversOf(state)]).toEqual([false, false, []]);
    expect((await serviceStatus(state, plainEnv)).server.state).toBe('stopped');
    expect(await stopService({ state, say })).toEqual({ worker: 'gone', server: 'gone' });
    await ensure();
    expect(await pendingRun()).toBe('RUNNING');
    await service.connection.close();
  }, 60_000);
});

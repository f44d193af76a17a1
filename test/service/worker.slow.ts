import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectService, type Service } from '../../src/service/connection.js';
import { hostId } from '../../src/service/host-id.js';
import { statePaths } from '../../src/service/paths.js';
import { isAlive } from '../../src/service/process-mark.js';
import { serviceStatus } from '../../src/service/service-status.js';
import { stopService } from '../../src/service/stop-service.js';
import { hostQueue } from '../../src/service/task-queues.js';
import { ensureWorker } from '../../src/service/worker-process.js';
import { runningWorker, writeWorkerRecord } from '../../src/service/worker-record.js';
import { waitFor } from '../support/wait-for.js';
import { cleanUp, fixtureArguments, newState, plainEnv, project } from './support.js';

const said: string[] = [];
const say = (message: string) => void said.push(message);
const program = fixtureArguments('worker');
let state: string;
let service: Service;
let taskQueue: string;

const ensure = () => ensureWorker({ state, service, say, env: { ...plainEnv, RALPH_RUN: 'ralph/x/1' }, program });
const echo = (workflowId: string) => service.client.workflow.execute('echoes', { workflowId, taskQueue, args: [2] });
const pretendOtherCode = async () => {
  const record = (await runningWorker(statePaths(state)))!;
  await writeWorkerRecord(statePaths(state), { ...record, codeVersion: 'older' });
};

beforeAll(async () => {
  state = await newState();
  service = await connectService({ state, say, env: plainEnv });
  taskQueue = hostQueue(await hostId(state));
}, 60_000);

afterAll(async () => {
  await service.connection.close();
  await cleanUp();
}, 60_000);

test('racing commands start one worker, which serves the queue of this host', async () => {
  const records = await Promise.all([ensure(), ensure(), ensure()]);
  expect(new Set(records.map((record) => record.process.pid)).size).toBe(1);
  expect(records[0]).toMatchObject({ address: service.address, namespace: 'default' });
  expect(await echo('first')).toBe('echo 1');
  expect(readFileSync(`/proc/${records[0].process.pid}/environ`, 'utf8')).not.toContain('RALPH_RUN=');
  expect((await serviceStatus(state, plainEnv)).worker).toMatchObject({ alive: true, currentCode: true });
}, 90_000);

test('a second worker refuses, and says which process is there already', async () => {
  const { process: first } = (await runningWorker(statePaths(state)))!;
  const second = startProgram(state);
  expect(await second.exitCode).not.toBe(0);
  expect(second.output()).toContain(`Process ${first.pid} is the worker`);
  expect(isAlive(first)).toBe(true);
}, 30_000);

test('a worker that was killed is replaced, and a run that waits for it goes on', async () => {
  const { process: first } = (await runningWorker(statePaths(state)))!;
  process.kill(first.pid, 'SIGKILL');
  await waitFor(() => !isAlive(first), { timeoutMs: 5_000, what: 'the end of the worker' });
  const result = echo('second');
  expect((await ensure()).process.pid).not.toBe(first.pid);
  expect(await result).toBe('echo 1');
  expect(said.join('\n')).toContain('ended without being stopped');
}, 90_000);

test('a worker of other code is replaced when it is idle, and stays while a step runs in it', async () => {
  const idle = (await runningWorker(statePaths(state)))!;
  await pretendOtherCode();
  const replacement = await ensure();
  expect(isAlive(idle.process)).toBe(false);

  const run = await service.client.workflow.start('lingers', { workflowId: 'long', taskQueue });
  const started = async () => (await run.describe()).raw.pendingActivities?.some(({ state }) => Number(state) === 2);
  await waitFor(started, { timeoutMs: 20_000, what: 'the long activity' });
  await pretendOtherCode();
  expect((await ensure()).process).toEqual(replacement.process);
  expect(said.join('\n')).toContain('1 step(s)');
  await run.cancel();
  await expect(run.result()).rejects.toThrow('cancelled');
}, 90_000);

test('stopping the service in the middle of a step ends the worker in time and leaves no record of it', async () => {
  const { process: worker } = await ensure();
  const run = await service.client.workflow.start('lingers', { workflowId: 'cut', taskQueue });
  await waitFor(async () => (await run.describe()).raw.pendingActivities?.length, {
    timeoutMs: 20_000,
    what: 'a step',
  });
  expect(await stopService({ state, say })).toEqual({ worker: 'ended', server: 'ended' });
  expect(isAlive(worker)).toBe(false);
  expect((await serviceStatus(state, plainEnv)).worker).toEqual({ alive: false, currentCode: false });
}, 90_000);

test('a worker that has no server yet says what it waits for, and ends at once when told', async () => {
  const lonely = startProgram(await newState());
  await waitFor(() => lonely.output().includes('Waiting for an embedded server'), {
    timeoutMs: 30_000,
    what: 'its log',
  });
  lonely.child.kill('SIGTERM');
  expect(await lonely.exitCode).toBe(0);
}, 60_000);

test('a worker that dies at start is an error with the end of its log', async () => {
  const broken = ['-e', 'console.error("no such luck"); process.exit(3)', '--'];
  const start = ensureWorker({ state: await newState(), service, say, env: plainEnv, program: broken });
  await expect(start).rejects.toMatchObject({
    code: 'worker-start',
    message: expect.stringMatching(/exit code 3[^]*no such luck/),
  });
}, 30_000);

function startProgram(folder: string): { child: ChildProcess; output: () => string; exitCode: Promise<number | null> } {
  const child = spawn(process.execPath, [...program, '--state', folder], { cwd: project, env: plainEnv });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return { child, output: () => text, exitCode: once(child, 'close').then(([code]) => code as number | null) };
}

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hostId } from '../../src/service/host-id.js';
import { cacheFolder, prepareState, statePaths, stateFolder } from '../../src/service/paths.js';
import { isAlive, markOf } from '../../src/service/process-mark.js';
import { ensureServer } from '../../src/service/server.js';
import { agentQueue, hostQueue } from '../../src/service/task-queues.js';
import { workerArguments } from '../../src/service/worker/worker-arguments.js';
import { hashOfWorkflows } from '../../src/service/worker/workflow-sources.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'ralph-state-'))));
afterEach(() => rm(folder, { recursive: true }));

test.each([
  [{ RALPH_STATE_DIR: '/a/b', XDG_STATE_HOME: '/x' }, '/a/b'],
  [{ XDG_STATE_HOME: '/x' }, '/x/ralph'],
  [{ RALPH_STATE_DIR: '', XDG_STATE_HOME: 'relative' }, join(homedir(), '.local/state/ralph')],
])('the state folder under %j', (env, expected) => expect(stateFolder(env)).toBe(expected));

test('the cache folder follows its own variables', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/ralph');
  expect(cacheFolder({ RALPH_CACHE_DIR: '/d' })).toBe('/d');
});

test('nobody else may read the state folder', async () => {
  await prepareState(join(folder, 'state'));
  expect((await stat(join(folder, 'state'))).mode & 0o777).toBe(0o700);
});

test('a state folder that cannot be made is an error that names it', async () => {
  await writeFile(join(folder, 'file'), '');
  const state = join(folder, 'file', 'state');
  await expect(prepareState(state)).rejects.toMatchObject({
    code: 'state-folder',
    message: expect.stringContaining(state),
  });
});

test('a host has one id, made once even when commands race', async () => {
  const ids = await Promise.all([hostId(folder), hostId(folder), hostId(folder)]);
  expect(new Set(ids).size).toBe(1);
  expect(hostQueue(ids[0])).not.toBe(agentQueue(ids[0]));
  await writeFile(statePaths(folder).hostId, 'garbage');
  await expect(hostId(folder)).rejects.toMatchObject({ code: 'state-damaged' });
});

test('a damaged record is told, not overwritten', async () => {
  const paths = await prepareState(folder);
  await writeFile(paths.serverRecord, '{"binary": "/us');
  const ensure = ensureServer({ state: folder, say: () => undefined });
  await expect(ensure).rejects.toMatchObject({
    code: 'state-damaged',
    message: expect.stringContaining(paths.serverRecord),
  });
});

test('a process is known by more than its pid', () => {
  const mark = markOf(process.pid)!;
  expect(isAlive(mark)).toBe(true);
  expect(isAlive({ ...mark, startTime: '1' })).toBe(false);
  expect(isAlive({ ...mark, bootId: 'another' })).toBe(false);
  expect(isAlive(undefined)).toBe(false);
});

test('the worker rejects arguments that it does not know', () => {
  expect(workerArguments(['--state', '/s', '--agent-slots', '3'])).toEqual({ state: '/s', agentSlots: 3 });
  expect(() => workerArguments(['--agent-slots', '0'])).toThrow('1 to 9999');
  expect(() => workerArguments(['--slots', '2'])).toThrow('--slots');
});

test('the name of a workflow bundle changes with any module that the workflows import', async () => {
  const entry = join(folder, 'index.ts');
  await writeFile(entry, "export { a } from './a.js';\n");
  await writeFile(join(folder, 'a.ts'), "import type { B } from './b.js';\nexport const a: B = 1;\n");
  await writeFile(join(folder, 'b.ts'), 'export type B = number;\n');
  const before = await hashOfWorkflows(entry);
  expect(await hashOfWorkflows(entry)).toBe(before);
  await writeFile(join(folder, 'b.ts'), 'export type B = 1;\n');
  expect(await hashOfWorkflows(entry)).not.toBe(before);
});

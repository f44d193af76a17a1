import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { tryLock, withFileLock } from '../../src/service/file-lock.js';
import { fixtureArguments, plainEnv, project, runFixture } from './support.js';

let folder: string;
let lock: string;
let counter: string;
const options = { purpose: 'counting', say: () => undefined, waitMs: 20_000 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ralph-lock-'));
  [lock, counter] = [join(folder, 'a.lock'), join(folder, 'counter')];
  writeFileSync(counter, '0');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('no two processes hold it at once, and nothing is left behind', async () => {
  await Promise.all(Array.from({ length: 3 }, () => runFixture('hold-lock', lock, counter, '30')));
  expect(readFileSync(counter, 'utf8')).toBe('90');
  expect(readdirSync(folder)).toEqual(['counter']);
}, 60_000);

test('what a killed holder left is taken over by exactly one of many', async () => {
  const holder = spawn(process.execPath, fixtureArguments('hold-lock', lock, counter, '1', 'stay'), {
    cwd: project,
    env: plainEnv,
  });
  await once(holder.stdout, 'data');
  await expect(withFileLock(lock, { ...options, waitMs: 100 }, () => Promise.resolve())).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining(`Process ${holder.pid} is still counting`),
  });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  let inside = 0;
  const enter = () =>
    withFileLock(lock, options, async () => {
      expect(++inside).toBe(1);
      await new Promise(setImmediate);
      inside--;
    });
  await Promise.all(Array.from({ length: 10 }, enter));
  expect(readdirSync(folder)).toEqual(['counter']);
}, 60_000);

test('a lock that a power loss cut off is held by nobody', async () => {
  writeFileSync(lock, '');
  const release = await tryLock(lock, 'testing');
  expect(release).toBeInstanceOf(Function);
});

test('what was killed while it took or took over the lock leaves nothing that the next holder does not clear away', async () => {
  const dead = { pid: 4_194_305, startTime: '1', bootId: '' };
  for (const name of ['a.lock.1.ralph-draft', 'a.lock.takeover.2.ralph-draft']) writeFileSync(join(folder, name), '{');
  writeFileSync(`${lock}.takeover`, JSON.stringify({ id: 'x', process: dead, purpose: 'taking over' }));
  writeFileSync(join(folder, 'b.lock.3.ralph-draft'), 'of another lock');
  await withFileLock(lock, options, () => Promise.resolve());
  expect(readdirSync(folder).sort()).toEqual(['b.lock.3.ralph-draft', 'counter']);
});

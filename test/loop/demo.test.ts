/** The demo that a reader runs first, for real. */
import { afterAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cliEnvironment } from '../support/cli.js';
import { useService } from '../support/service.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }))));

async function demo(folder: string) {
  const env = cliEnvironment({ ...useService().env, RALPH_DEMO_PACE: '0', RALPH_DEMO_DIR: folder });
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], { cwd: project, env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('the demo completes its plan with one repair, and says where to look', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-demo-test-'));
  folders.push(folder);
  const { code, stdout, stderr } = await demo(folder);
  expect({ code, stderr: stderr.split('\n').filter((line) => line.includes('error')) }).toEqual({
    code: 0,
    stderr: [],
  });
  expect(stdout).toContain('Complete: 0001_text-kit, 6 commits on ralph/0001-text-kit.');
  expect(stderr).toContain('a fresh agent fixes it (retry 1)');
  expect(stdout.match(/increment \d\d — /g)).toHaveLength(6);
  expect(existsSync(join(folder, 'docs/exec-plans/completed/0001_exec_text-kit.md'))).toBe(true);
  const suggested = /npm run --silent ralph -- (\w+)/g;
  expect([...stdout.matchAll(suggested)].map(([, command]) => command)).toContain('status');

  const again = await demo(folder);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('not empty');
}, 240_000);

/** `ralph doctor` on real machines: this one, one without programs, and one whose service is gone. */
import { expect, test } from '@jest/globals';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from '../../src/cli/doctor/check.js';
import { isAtLeast } from '../../src/cli/doctor/version-of.js';
import { ralph } from '../support/cli.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';
import { readWorkerRecord } from '../../src/service/worker-record.js';
import { statePaths } from '../../src/service/paths.js';

const { env, stateDir } = useService();

test('finds all well where server and worker run, and names the agents that it sees', async () => {
  await ralph(['up'], { cwd: tmpdir(), env });
  const folder = await programs({ claude: 'echo "2.1.5 (Claude Code)"', codex: 'echo broken >&2; exit 1' });
  const { exitCode, checks } = await doctor({ PATH: `${folder}:${process.env.PATH}` });
  expect(exitCode).toBe(0);
  expect(level(checks)).toMatchObject({
    node: 'ok',
    git: 'ok',
    bash: 'ok',
    'state-folder': 'ok',
    'temporal-binary': 'ok',
    server: 'ok',
    'search-attributes': 'ok',
    worker: 'ok',
    'agent-claude': 'ok',
    'agent-codex': 'warning',
  });
  expect(find(checks, 'agent-claude').message).toContain('2.1.5');
  expect(find(checks, 'server').message).toMatch(
    /Temporal server \d+\.\d+\.\d+ at 127\.0\.0\.1:\d+, namespace default/,
  );
  const text = await ralph(['doctor'], { cwd: tmpdir(), env });
  expect(text.stdout).toContain('✔ Search attributes are registered\n');
  await rm(folder, { recursive: true });
}, 120_000);

test('says that a worker was killed and how to start it again', async () => {
  await ralph(['up'], { cwd: tmpdir(), env });
  const { pid } = (await readWorkerRecord(statePaths(stateDir)))?.process ?? { pid: 0 };
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGKILL');
  const isTold = async () => {
    const { exitCode, checks } = await doctor();
    return exitCode === 1 && find(checks, 'worker');
  };
  const check = await waitFor(isTold, { timeoutMs: 20_000, what: 'the doctor to miss the worker' });
  expect(check).toMatchObject({ level: 'error', hint: expect.stringContaining('ralph up') });
}, 120_000);

test('tells each thing that is missing, and starts nothing', async () => {
  const folder = await programs({});
  await symlink(process.execPath, join(folder, 'node'));
  const bare = join(folder, 'state');
  const { exitCode, checks } = await doctor({
    PATH: folder,
    RALPH_STATE_DIR: bare,
    RALPH_CACHE_DIR: join(folder, 'cache'),
  });
  expect(exitCode).toBe(1);
  expect(level(checks)).toEqual({
    node: 'ok',
    git: 'error',
    bash: 'error',
    'state-folder': 'ok',
    'temporal-binary': 'warning',
    server: 'ok',
    worker: 'ok',
    agents: 'warning',
  });
  expect(checks.filter((check) => check.level !== 'ok' && !check.hint)).toEqual([]);
  await expect(mkdir(bare)).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
}, 60_000);

test('tells of a named service that does not answer', async () => {
  const { exitCode, checks } = await doctor({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
  expect(exitCode).toBe(1);
  expect(find(checks, 'server')).toMatchObject({ level: 'error', message: expect.stringContaining('127.0.0.1:1') });
  expect(checks.map(({ name }) => name)).not.toContain('temporal-binary');
}, 60_000);

test.each([
  ['20.19.0', '20.19', true],
  ['22.1', '20.19', true],
  ['20.9.9', '20.19', false],
  ['2.39.5-rc1', '2.39.5', true],
])('%s is at least %s: %s', (version, least, answer) => {
  expect(isAtLeast(version, least)).toBe(answer);
});

async function doctor(more: Record<string, string> = {}): Promise<{ exitCode: number | null; checks: Check[] }> {
  const { exitCode, stdout } = await ralph(['doctor', '--json'], { cwd: tmpdir(), env: { ...env, ...more } });
  const { checks, healthy } = JSON.parse(stdout) as { checks: Check[]; healthy: boolean };
  expect(exitCode).toBe(healthy ? 0 : 1);
  return { exitCode, checks };
}

/** A folder with small shell scripts by name. */
async function programs(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-path-'));
  for (const [name, body] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

function level(checks: Check[]): Record<string, string> {
  return Object.fromEntries(checks.map((check) => [check.name, check.level]));
}

function find(checks: Check[], name: string): Check {
  const found = checks.find((check) => check.name === name);
  if (found === undefined) throw new Error(`No check ${name} in ${checks.map((check) => check.name).join(', ')}`);
  return found;
}

/** Prerequisites: a run begins on green tests, or not at all. */
import { describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectTestCommand } from '../../src/workspace/test-command.js';
import { scene } from '../loop/scenes.js';
import { waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';

const plan = planText({ increments: [{ id: '01', title: 'Make it', gates: ['`test -f a.txt`'] }] });
const script = { '01': { write: { 'a.txt': 'a\n' } } };
/** Leaves a file that a run would refuse as a change of somebody else. */
const files = { 'check.sh': 'touch litter; echo "looking at $1"; test -f "$1"\n' };

describe('start', () => {
  test('refuses red prerequisites with the end of what they printed, and leaves the checkout as it was', async () => {
    const made = await scene({
      plan,
      script,
      files,
      config: { verify: ['sh check.sh README.md', 'sh check.sh gone'] },
    });
    const red = await made.start('--no-prd');
    expect(red.exitCode).toBe(2);
    expect(red.stderr).toContain('Prerequisites: sh check.sh README.md is green');
    expect(red.stderr).toContain('The prerequisite `sh check.sh gone` is red before any work: exit code 1.');
    expect(red.stderr).toContain('    looking at gone');
    expect(await made.agent.calls()).toEqual([]);
    expect(made.has('litter')).toBe(false);
    expect(await made.repository.isClean()).toBe(true);
    expect(await made.repository.git('branch', '--list', 'ralph/*')).toBe('');

    const json = await made.start('--no-prd', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitCode: 2,
      findings: [{ code: 'verify-red', tail: 'looking at gone\n' }],
    });

    const anyway = await made.start('--no-prd', '--allow-red');
    expect(anyway.exitCode).toBe(0);
    expect(made.has('litter')).toBe(false);
  }, 120_000);

  test('asks them once: a run that goes on is not held up', async () => {
    const gate = planText({ increments: [{ id: '01', title: 'Make it', gates: ['`test -f other.txt`'] }] });
    const count = 'echo once >> "$COUNT"';
    const folder = await mkdtemp(join(tmpdir(), 'ralph-count-'));
    const env = { COUNT: join(folder, 'count') };
    const made = await scene({ plan: gate, script, config: { verify: [count], maxRetries: 0 }, env });
    expect((await made.start('--no-prd')).exitCode).toBe(3);
    await made.ralph('cancel', '0001');
    await made.repository.write('other.txt', '');
    await made.repository.git('add', '.');
    await made.repository.git('commit', '-qm', 'By hand');
    expect((await made.start('--no-prd')).exitCode).toBe(0);
    expect(await readFile(env.COUNT, 'utf8')).toBe('once\n');
    await rm(folder, { recursive: true });
  }, 120_000);

  test('stopped by Ctrl-C while it checks starts nothing', async () => {
    const made = await scene({ plan, script, config: { verify: ['touch litter; echo up; sleep 600'] } });
    const running = made.startAside('--no-prd');
    await waitFor(() => made.has('litter'), { timeoutMs: 30_000, what: 'the check to run' });
    running.child.kill('SIGINT');
    expect((await running.done).exitCode).toBe(130);
    expect(made.has('litter')).toBe(false);
    expect(await made.agent.calls()).toEqual([]);
  }, 60_000);
});

describe('the test command of a repository', () => {
  const npm = (script: string) => JSON.stringify({ scripts: { test: script } });
  test.each<[string, Record<string, string>, string | undefined]>([
    ['none', { 'README.md': '' }, undefined],
    ["npm's place holder", { 'package.json': npm('echo "Error: no test specified" && exit 1') }, undefined],
    ['a package.json that is none', { 'package.json': '{' }, undefined],
    ['npm', { 'package.json': npm('node --test') }, 'npm test'],
    ['pnpm', { 'package.json': npm('vitest'), 'pnpm-lock.yaml': '' }, 'pnpm test'],
    ['yarn', { 'package.json': npm('vitest'), 'yarn.lock': '' }, 'yarn test'],
    ['make', { Makefile: 'all:\n\ntest: all\n\ttrue\n' }, 'make test'],
    ['make without tests', { Makefile: 'test := no\nall:\n' }, undefined],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'pytest -q || [ $? -eq 5 ]'],
    ['python without pytest', { 'pyproject.toml': '[project]\n' }, undefined],
    ['cargo', { 'Cargo.toml': '' }, 'cargo test'],
    ['go', { 'go.mod': 'module x\n' }, 'go test ./...'],
    ['the first of several', { 'package.json': npm('x'), 'go.mod': '' }, 'npm test'],
  ])('%s', async (_name, contents, command) => {
    const folder = await mkdtemp(join(tmpdir(), 'ralph-detect-'));
    for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text);
    expect(await detectTestCommand(folder)).toBe(command);
    await rm(folder, { recursive: true });
  });
});

/** ralph.sh: the flags of the loop script that people know, and nothing but 0 and 1. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scene } from '../loop/scene.js';
import { scene } from '../loop/scenes.js';
import { cliEnvironment } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { useService } from '../support/service.js';

const file = fileURLToPath(new URL('../../ralph.sh', import.meta.url));
const plan = planText({
  increments: ['01', '02'].map((id) => ({ id, title: `Make ${id}`, gates: [`\`test -f ${id}.txt\``] })),
});
const script = { '01': { write: { '01.txt': '' } }, '02': { write: { '02.txt': '' } } };
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

function environment(made: Scene): NodeJS.ProcessEnv {
  return cliEnvironment({ ...useService().env, RALPH_AGENT_COMMAND: made.agent.command });
}

function runScript(made: Scene, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(file, args, {
    cwd: made.repository.dir,
    env: environment(made),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

describe('ralph.sh', () => {
  test('leaves with 1 at the cap, goes on when called again, and with 0 when the plan is complete and pushed', async () => {
    const made = await scene({ plan, script });
    const remote = await mkdtemp(join(tmpdir(), 'ralph-remote-'));
    folders.push(remote);
    await made.repository.git('init', '--quiet', '--bare', remote);
    await made.repository.git('remote', 'add', 'origin', remote);

    const flags = ['--without-prd', '--with-push', '--max-iterations'];
    const capped = await runScript(made, `${made.workspace}/`, ...flags, '1');
    expect([capped.code, capped.output]).toEqual([1, expect.stringContaining('The cap of 1 iterations is reached.')]);
    const done = await runScript(made, made.workspace, ...flags, '50');
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('Pushed to origin.')]);
    expect(await made.repository.git('--git-dir', remote, 'branch', '--list')).toContain('ralph/0001-sample');
    const again = await runScript(made, made.workspace, '--without-prd');
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('is completed already')]);
  }, 240_000);

  test.each([
    [[], 'Name the workspace of a plan.'],
    [['docs/exec-plans/active/0001_sample', '--forever'], 'There is no option --forever.'],
    [['docs/exec-plans/active/0001_sample', '--agent'], '--agent needs a value.'],
    [['a', 'b'], 'One workspace at a time: a or b.'],
  ])('refuses %j with 1', (args, said) => {
    const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).toContain('Usage: ralph.sh');
  });

  test('hands the usage errors of the product on as 1, and chooses claude where nobody chose an agent', async () => {
    const made = await scene({ plan, script });
    const options = { cwd: made.repository.dir, encoding: 'utf8' as const };
    const folder = await mkdtemp(join(tmpdir(), 'ralph-tools-'));
    folders.push(folder);
    const node = spawnSync('ln', ['-s', process.execPath, join(folder, 'node')]);
    expect(node.status).toBe(0);
    const env = { ...cliEnvironment(useService().env), PATH: `${folder}:/usr/bin:/bin` };
    const claude = spawnSync(file, [made.workspace, '--without-prd'], { ...options, env });
    expect([claude.status, claude.stderr]).toEqual([
      1,
      expect.stringContaining("The agent's program claude is neither"),
    ]);
    const unknown = spawnSync(file, ['docs/exec-plans/active/0009_no'], { ...options, env: environment(made) });
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('There is no plan 0009_no')]);
  }, 60_000);
});

import { afterEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeAgent, type AgentScript } from './agents.js';
import { cliEnvironment } from './cli.js';
import { isAlive, processesOfRun } from './processes.js';
import { makeRepository } from './repository.js';
import { useService } from './service.js';
import { waitFor } from './wait-for.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('a test repository', () => {
  async function repository() {
    const made = await makeRepository({ plan: '# Plan\n', files: { 'a/b.txt': 'text\n' }, gitignore: 'out/\n' });
    cleanUps.push(() => made.remove());
    return made;
  }

  test('is clean, whole and in one commit', async () => {
    const made = await repository();
    expect(await made.isClean()).toBe(true);
    await made.fsck();
    expect((await made.log()).map(({ subject }) => subject)).toEqual(['Start']);
    expect(await made.read(made.planFile)).toBe('# Plan\n');
  });

  test('sees untracked files, and not ignored ones', async () => {
    const made = await repository();
    await made.write('out/x', '');
    expect(await made.isClean()).toBe(true);
    await made.write('y', '');
    expect(await made.isClean()).toBe(false);
  });

  test('reads trailers', async () => {
    const made = await repository();
    await made.write('y', '');
    await made.git('add', 'y');
    await made.git('commit', '-q', '-m', 'Add y', '-m', 'Ralph-Run: ralph/x: 1\nRalph-Iteration: 2');
    const [newest] = await made.log();
    expect(newest?.trailers).toEqual({ 'Ralph-Run': 'ralph/x: 1', 'Ralph-Iteration': '2' });
  });

  test('notices what is broken', async () => {
    const made = await repository();
    await made.write('.git/refs/heads/broken', `${'1'.repeat(40)}\n`);
    await expect(made.fsck()).rejects.toThrow();
  });
});

describe('a test agent', () => {
  async function play(script: AgentScript, attempt: number) {
    const made = await makeRepository();
    const agent = await writeAgent(script);
    cleanUps.push(
      () => made.remove(),
      () => agent.remove(),
    );
    const env = { ...process.env, RALPH_INCREMENT: '01', RALPH_ITERATION: '7', RALPH_ATTEMPT: String(attempt) };
    const child = spawn('bash', ['-c', agent.command], { cwd: made.dir, env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end('do it');
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    return { made, agent, output, exitCode };
  }

  test('plays the turn of its attempt and records the call', async () => {
    const turns = [
      { write: { 'a.txt': 'wrong' } },
      { write: { 'a.txt': 'right' }, print: ['done'], report: { learnings: ['x'] }, exitCode: 3 },
    ];
    const { made, agent, output, exitCode } = await play({ '01': turns }, 5);
    expect(await made.read('a.txt')).toBe('right');
    expect(output).toBe('done\n```ralph-report\n{"learnings":["x"]}\n```\n');
    expect(exitCode).toBe(3);
    expect(await agent.calls()).toMatchObject([{ increment: '01', iteration: 7, attempt: 5, prompt: 'do it' }]);
  });

  test('refuses an increment that it does not know', async () => {
    expect((await play({ '02': {} }, 1)).exitCode).toBe(2);
  });
});

describe('processes', () => {
  test('of a run are found by its marker, until they end', async () => {
    const run = `ralph/test-${process.pid}`;
    const child = spawn('sleep', ['60'], { env: { ...process.env, RALPH_RUN: run } });
    cleanUps.push(() => child.kill('SIGKILL'));
    const found = async () => (await processesOfRun(run)).includes(child.pid ?? 0);
    await waitFor(found, { timeoutMs: 5000, what: 'the process to be found' });
    child.kill('SIGKILL');
    await waitFor(async () => !(await found()), { timeoutMs: 5000, what: 'the process to be gone' });
    expect(await isAlive(child.pid ?? 0)).toBe(false);
  });
});

test('waiting in vain says for what', async () => {
  await expect(waitFor(() => false, { timeoutMs: 60, what: 'rain' })).rejects.toThrow('Waited 60 ms for rain');
});

describe('a test service', () => {
  test('is one per process, with a folder that is there', () => {
    const { stateDir, env } = useService();
    expect(useService().stateDir).toBe(stateDir);
    expect(existsSync(stateDir)).toBe(true);
    expect(env.RALPH_STATE_DIR).toBe(stateDir);
  });

  test('is the only one that a command can reach', () => {
    process.env.TEMPORAL_ADDRESS = 'elsewhere:7233';
    cleanUps.push(() => delete process.env.TEMPORAL_ADDRESS);
    expect(cliEnvironment({ RALPH_STATE_DIR: '/x' })).not.toHaveProperty('TEMPORAL_ADDRESS');
    expect(() => cliEnvironment({})).toThrow('useService');
  });
});

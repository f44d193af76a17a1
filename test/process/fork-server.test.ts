import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../src/process/run-program.js';
import { isAlive } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { agent, workplace } from './helpers.js';

const { folder, records, spec, remove } = workplace();
const started: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  remove();
});

/** Lines of JSON that the process with a fork server prints. */
function forking(task: object) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/process/forking.ts', JSON.stringify(task)]);
  started.push(child);
  child.stdin.end();
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

async function next(lines: AsyncIterator<string>): Promise<Record<string, unknown>> {
  const { value } = (await lines.next()) as { value?: string };
  return JSON.parse(value ?? '{}') as Record<string, unknown>;
}

describe('a program that is started by a fork server', () => {
  it('comes to the same result as without one', async () => {
    const programs = [
      spec('exit 3', undefined),
      spec(agent('dies-by-signal.sh'), []),
      spec('no-such-program', []),
      spec('true', [], { stdinFile: '/no/prompt' }),
      spec('sleep 60', undefined, { wallMs: 300 }),
    ];
    const { lines } = forking({ programs, records });
    for (const program of programs) {
      const { durationMs, ...expected } = await runProgram(program, { records });
      expect(durationMs).toBeGreaterThanOrEqual(0);
      // JSON has no undefined.
      expect(await next(lines)).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
    }
  });
});

describe('git that is started by a fork server', () => {
  it('answers, fails and refuses as without one', async () => {
    const { lines } = forking({
      git: [
        { top: folder, args: ['--version'] },
        { top: folder, args: ['rev-parse', '--verify', 'nothing'] },
        { top: '/no/such/folder', args: ['status'] },
        { top: folder, args: ['-c', 'alias.die=!kill -9 $PPID', 'die'] },
      ],
    });
    expect(await next(lines)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^git version/) });
    expect(await next(lines)).toMatchObject({ code: 128, stdout: '' });
    expect(await next(lines)).toEqual({
      name: 'GitCommandError',
      message: expect.stringContaining('the folder /no/such/folder is gone'),
    });
    expect(await next(lines)).toMatchObject({ name: 'GitKilled' });
  });
});

describe('a fork server', () => {
  it('is missed when it ends', async () => {
    const { lines } = forking({ wait: true });
    const { pid } = await next(lines);
    process.kill(pid as number, 'SIGKILL');
    expect(await next(lines)).toEqual({ lost: true });
  });

  it('outlives the signals of a terminal, and never its parent', async () => {
    const { child, lines } = forking({ wait: true });
    const pid = (await next(lines)).pid as number;
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    child.kill('SIGKILL');
    await waitFor(async () => !(await isAlive(pid)), { timeoutMs: 5_000, what: 'the fork server to end' });
  });

  it('starts nothing any more for a parent that is gone, whatever it was asked before', async () => {
    const [go, made] = [path.join(folder, 'go'), path.join(folder, 'made')];
    const { child, lines } = forking({ wait: true, records, later: { go, program: spec(`touch ${made}`, undefined) } });
    const pid = (await next(lines)).pid as number;
    process.kill(pid, 'SIGSTOP');
    writeFileSync(go, '');
    expect(await next(lines)).toEqual({ asked: true });
    child.kill('SIGKILL');
    await once(child, 'exit');
    process.kill(pid, 'SIGCONT');
    await waitFor(async () => !(await isAlive(pid)), { timeoutMs: 5_000, what: 'the fork server to end' });
    expect(existsSync(made)).toBe(false);
  });
});

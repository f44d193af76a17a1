import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { endProcesses } from '../../src/process/end-processes.js';
import { listProcesses, parsePs, parseStat } from '../../src/process/process-table.js';

const stat = (name: string, state = 'S') =>
  `42 (${name}) ${state} 7 40 39 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 2600 1 18446744073709551615`;

it.each(['sh', 'a b', 'x) S 1 1 1', '(sd-pam)', ''])('reads the row of a program called "%s"', (name) => {
  const numbers = { pid: 42, parent: 7, group: 40, session: 39 };
  expect(parseStat(stat(name))).toEqual({ ...numbers, name, zombie: false, startTime: '987654' });
});

it('tells a dead process that nobody collected', () => {
  expect(parseStat(stat('sh', 'Z'))?.zombie).toBe(true);
});

it.each(['', '42', '42 (sh', '42 (sh) S 1'])('has no row for "%s"', (line) => {
  expect(parseStat(line)).toBeUndefined();
});

it('sees this process the same through /proc and through ps', async () => {
  const env = { ...process.env, LC_ALL: 'C' };
  const output = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart=,comm='], { encoding: 'utf8', env });
  const ours = ({ pid }: { pid: number }) => pid === process.pid;
  const { pid, parent, group, zombie } = (await listProcesses()).find(ours) ?? {};
  const seen = parsePs(output).find(ours);
  expect(seen).toMatchObject({ pid, parent, group, zombie });
  expect(seen?.startTime).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d+ \d\d:\d\d:\d\d \d{4}$/);
});

it('gives up on what does not vanish, and says so', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const start = performance.now();
  // A pid that is always found again stands for a process that is stuck in the kernel.
  expect(await endProcesses(() => Promise.resolve([child.pid ?? 0]), 0)).toEqual([child.pid]);
  expect(performance.now() - start).toBeGreaterThan(4900);
  expect(await exited).toEqual([null, 'SIGKILL']);
}, 15_000);

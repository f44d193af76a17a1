import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { bootId, findProcess } from '../../src/process/process-table.js';
import { reapRun } from '../../src/process/reap-run.js';
import { runProgram } from '../../src/process/run-program.js';
import { agent, numbersIn, runs, until, workplace } from './helpers.js';

const { folder, records, spec, out, remove } = workplace();
const { run } = spec('', []);
const bystanders: ChildProcess[] = [];
afterEach(async () => {
  await reapRun(records, run, { graceMs: 0 });
  for (const child of bystanders.splice(0)) child.kill('SIGKILL');
});
afterAll(remove);

/** A process that is not the run's, in a session of its own. */
function bystander(env: NodeJS.ProcessEnv = {}): number {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'], ...env } });
  bystanders.push(child);
  return child.pid ?? 0;
}

function writeRecord(record: Record<string, unknown>): void {
  mkdirSync(records, { recursive: true });
  writeFileSync(path.join(records, `${String(record['pid'])}.json`), JSON.stringify({ run, purpose: 'p', ...record }));
}

/** Starts a process that supervises a program, and waits until the program runs. */
async function supervisor(program: ReturnType<typeof spec>, then = 'wait') {
  const script = path.resolve('test/process/supervisor.ts');
  const args = ['--import', 'tsx', script, records, JSON.stringify(program), then];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  bystanders.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, pid: Number(line) };
}

describe('after a supervisor', () => {
  it('that was killed, the program is found by its record and ended with its children', async () => {
    const { child, pid } = await supervisor(spec(agent('ignores-term.sh'), []));
    const pids = await until(() => numbersIn(out()).length === 2 && numbersIn(out()), 'both pids are told');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(pids.map(runs)).toEqual([true, true]);

    const reaped = await reapRun(records, run, { graceMs: 200 });
    expect(pids.map(runs)).toEqual([false, false]);
    expect(reaped.map((each) => each.pid).sort()).toEqual([...pids].sort());
    expect(reaped).toContainEqual({ pid, name: 'bash', purpose: 'a test', gone: true });
    expect(readdirSync(records)).toEqual([]);
    expect(await reapRun(records, run, { graceMs: 200 })).toEqual([]);
  });

  it('that exits by itself, the program is gone at once', async () => {
    const { child, pid } = await supervisor(spec('sleep', ['60']), 'exit');
    await once(child, 'exit');
    await until(() => !runs(pid), 'the program is gone');
  });
});

describe('what left its group', () => {
  it('is found by the marker', async () => {
    await runProgram(spec(agent('leaves-daemon.sh'), []), { records });
    const [daemon = 0] = numbersIn(out());
    expect(runs(daemon)).toBe(true);
    const reaped = await reapRun(records, run, { graceMs: 200 });
    expect(reaped).toEqual([{ pid: daemon, name: 'sleep', purpose: undefined, gone: true }]);
    expect(runs(daemon)).toBe(false);
  });

  it('is left alone when it belongs to another run or to none', async () => {
    const others = [
      bystander(),
      bystander({ RALPH_RUN: `${run}0` }),
      bystander({ XRALPH_RUN: run, OTHER: `RALPH_RUN=${run}` }),
    ];
    expect(await reapRun(records, run, { graceMs: 200 })).toEqual([]);
    expect(others.map(runs)).toEqual([true, true, true]);
  });
});

describe('this process and those it descends from', () => {
  it('are spared although they carry the marker', async () => {
    const script = `'${process.execPath}' --import tsx test/process/reaper.ts '${records}' '${run}'; echo alive`;
    const env = { PATH: process.env['PATH'] ?? '', RALPH_RUN: run };
    const sleeper = bystander({ RALPH_RUN: run });
    const output = (await promisify(execFile)('bash', ['-c', script], { env })).stdout;
    const [reaped = '', ...rest] = output.split('\n');
    expect(JSON.parse(reaped)).toContainEqual({ pid: sleeper, name: 'sleep', gone: true });
    expect(rest).toEqual(['alive', '']);
  });
});

describe('kept strays', () => {
  it('live on while their record is kept, and end with the next reaping', async () => {
    await runProgram(spec(agent('holds-output.sh'), [], { keepStrays: true }), { records });
    const [server = 0] = numbersIn(out());
    const keep = numbersIn(readdirSync(records).join());
    expect(await reapRun(records, run, { graceMs: 200, keep })).toEqual([]);
    expect(runs(server)).toBe(true);
    expect(await reapRun(records, run, { graceMs: 200 })).toMatchObject([{ pid: server, purpose: 'a test' }]);
    expect(runs(server)).toBe(false);
    expect(readdirSync(records)).toEqual([]);
  });

  it('are known without a marker and without their leader', async () => {
    await runProgram(spec(agent('leaves-bare-server.sh'), [], { keepStrays: true }), { records });
    const [server = 0] = numbersIn(out());
    expect(runs(server)).toBe(true);
    await reapRun(records, run, { graceMs: 200 });
    expect(runs(server)).toBe(false);
  });
});

describe('records', () => {
  it('of a pid that is used again do not lead to its new owner', async () => {
    const pid = bystander();
    const { startTime } = (await findProcess(pid)) ?? {};
    writeRecord({ pid, startTime: String(Number(startTime) - 1), bootId: bootId() });
    expect(await reapRun(records, run, { graceMs: 0 })).toEqual([]);
    writeRecord({ pid, startTime, bootId: 'an earlier boot' });
    expect(await reapRun(records, run, { graceMs: 0 })).toEqual([]);
    expect(runs(pid)).toBe(true);
    expect(readdirSync(records)).toEqual([]);

    writeRecord({ pid, startTime, bootId: bootId() });
    expect(await reapRun(records, run, { graceMs: 0 })).toMatchObject([{ pid, gone: true }]);
    expect(runs(pid)).toBe(false);
  });

  it('of other runs, and files that are none, are not touched', async () => {
    const pid = bystander();
    const { startTime } = (await findProcess(pid)) ?? {};
    writeRecord({ pid, startTime, bootId: bootId(), run: 'another' });
    writeFileSync(path.join(records, '77.json'), '{ torn');
    writeRecord({ pid: 0, bootId: bootId() }); // as a group, 0 would be that of this process
    expect(await reapRun(records, run, { graceMs: 0 })).toEqual([]);
    expect(runs(pid)).toBe(true);
    expect(readdirSync(records).sort()).toEqual(['77.json', '0.json', `${pid}.json`].sort());
  });

  it('need not be there', async () => {
    const missing = path.join(folder, 'missing');
    expect(await reapRun(missing, run, { graceMs: 0 })).toEqual([]);
    expect(existsSync(missing)).toBe(false);
  });
});

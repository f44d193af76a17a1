import { readdirSync, statSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { reapRun } from '../../src/process/reap-run.js';
import { runProgram } from '../../src/process/run-program.js';
import type { ProgramSpec } from '../../src/process/types.js';
import { agent, numbersIn, runs, until, workplace } from './helpers.js';

const { records, spec, out, remove } = workplace();
const run = spec('', []).run;
afterEach(async () => void (await reapRun(records, run, { graceMs: 0 })));
afterAll(remove);

/** Runs a program, and cancels it when it has said that it is ready. */
async function cancelOnceReady(program: ProgramSpec): Promise<void> {
  const cancel = new AbortController();
  const running = runProgram(program, { records, signal: cancel.signal });
  await until(() => readdirSync(records).length === 1 && out().includes('ready'), 'the program is ready');
  cancel.abort();
  expect((await running).endedBy).toBe('cancel');
}

describe('limits', () => {
  it('kills a program and its child that both ignore TERM, after the grace time', async () => {
    const result = await runProgram(spec(agent('ignores-term.sh'), [], { wallMs: 1000, graceMs: 400 }), { records });
    expect(result).toMatchObject({ exitCode: undefined, signal: 'SIGKILL', endedBy: 'wall' });
    expect(result.durationMs).toBeGreaterThanOrEqual(1390);
    expect(result.durationMs).toBeLessThan(5000);
    expect(numbersIn(out()).map(runs)).toEqual([false, false]);
    expect(readdirSync(records)).toEqual([]);
  });

  it('sends one TERM only before it kills', async () => {
    await cancelOnceReady(spec(agent('counts-signals.sh'), [], { graceMs: 400 }));
    expect(out()).toBe('ready\nTERM\n');
  });

  it('ends a program that fell silent', async () => {
    const result = await runProgram(spec(agent('falls-silent.sh'), [], { idleMs: 300 }), { records });
    expect(result).toMatchObject({ signal: 'SIGTERM', endedBy: 'idle' });
  });

  it('lets a slow program that prints now and then finish', async () => {
    const result = await runProgram(spec(agent('keeps-talking.sh'), [], { idleMs: 500 }), { records });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'itself' });
    expect(result.durationMs).toBeGreaterThan(500);
  });

  it('takes a limit that is too long for a timer', async () => {
    const result = await runProgram(spec('sleep', ['0.1'], { wallMs: 2 ** 40 }), { records });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'itself' });
  });

  it('ends what a program starts while it is being ended', async () => {
    await cancelOnceReady(spec(agent('spawns-on-term.sh'), [], { graceMs: 2000 }));
    const [again = 0] = numbersIn(out());
    expect(again).toBeGreaterThan(1);
    expect(runs(again)).toBe(false);
  });
});

describe('cancel', () => {
  it('ends the program at once, and again is no harm', async () => {
    const cancel = new AbortController();
    const running = runProgram(spec('sleep', ['60'], { graceMs: 5000 }), { records, signal: cancel.signal });
    await until(() => readdirSync(records).length === 1, 'the program runs');
    const start = performance.now();
    cancel.abort();
    cancel.abort();
    expect(await running).toMatchObject({ signal: 'SIGTERM', endedBy: 'cancel' });
    expect(performance.now() - start).toBeLessThan(2500);
  });

  it('before the start starts nothing', async () => {
    const onStart = () => expect('a start').toBe('none');
    const result = await runProgram(spec('true', []), { records, signal: AbortSignal.abort(), onStart });
    expect(result).toEqual({ exitCode: undefined, signal: undefined, endedBy: 'cancel', durationMs: 0 });
  });

  it('right at the start is not lost', async () => {
    const cancel = new AbortController();
    const onStart = () => cancel.abort();
    const result = await runProgram(spec('sleep', ['60']), { records, signal: cancel.signal, onStart });
    expect(result.endedBy).toBe('cancel');
  });

  it('after the exit changes nothing', async () => {
    const cancel = new AbortController();
    const result = await runProgram(spec('true', []), { records, signal: cancel.signal });
    cancel.abort();
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'itself' });
  });
});

describe('a program that ends by itself', () => {
  it('takes its children with it, job control or not', async () => {
    const result = await runProgram(spec(agent('leaves-children.sh'), []), { records });
    expect(result).toMatchObject({ exitCode: 4, endedBy: 'itself' });
    expect(numbersIn(out()).map(runs)).toEqual([false, false]);
    expect(readdirSync(records)).toEqual([]);
  });

  it('is over although a server holds its output', async () => {
    const start = performance.now();
    const result = await runProgram(spec(agent('holds-output.sh'), [], { keepStrays: true }), { records });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'itself' });
    expect(performance.now() - start).toBeLessThan(3000);
    expect(numbersIn(out()).map(runs)).toEqual([true]);
    expect(readdirSync(records)).toHaveLength(1);
  });

  it('is not over although it closed its output', async () => {
    const result = await runProgram(spec(agent('closes-output.sh'), []), { records });
    expect(result).toMatchObject({ exitCode: 6, endedBy: 'itself' });
  });

  it.each(['leaves-daemon.sh', 'leaves-bare-server.sh', 'leaves-children.sh'])('sweeps the run: %s', async (name) => {
    const before = await runProgram(spec(agent('leaves-daemon.sh'), [], { sweep: false }), { records });
    expect(numbersIn(out()).map(runs)).toEqual([true]);
    const earlier = numbersIn(out());
    const result = await runProgram(spec(agent(name), [], { sweep: true }), { records });
    expect(result).toMatchObject({ endedBy: before.endedBy });
    expect([...earlier, ...numbersIn(out())].map(runs)).not.toContain(true);
    expect(readdirSync(records)).toEqual([]);
  });

  it('keeps no record when it left nothing to keep', async () => {
    await runProgram(spec('true', [], { keepStrays: true }), { records });
    expect(readdirSync(records)).toEqual([]);
  });

  it('has its children ended in spite of keepStrays when a limit ended it', async () => {
    const limits = { keepStrays: true, wallMs: 1000, graceMs: 200 };
    await runProgram(spec(agent('ignores-term.sh'), [], limits), { records });
    expect(numbersIn(out()).map(runs)).toEqual([false, false]);
  });
});

describe('a flood', () => {
  it.each(['floods.sh', 'endless-line.sh'])('does not pass through memory: %s', async (name) => {
    const program = spec(agent(name), ['200'], { idleMs: 5000 });
    let peak = 0;
    const before = process.memoryUsage.rss();
    const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
    const result = await runProgram(program, { records });
    clearInterval(sampler);
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'itself' });
    expect(statSync(program.stdoutFile).size).toBe(200 * 2 ** 20);
    expect(Math.max(peak, process.memoryUsage.rss()) - before).toBeLessThan(60 * 2 ** 20);
  });
});

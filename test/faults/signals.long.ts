/** Messages at every moment: none is lost, none counts twice, and a cancel leaves nothing behind. */
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { processesOfRun } from '../support/processes.js';
import { waitFor } from '../support/wait-for.js';
import { disconnect } from '../loop/workflow.js';
import { diligent, increment, type BenchOptions } from './bench.js';
import { makeGated, phases, type Gated } from './gated.js';
import { brokenPromises, runOf } from './promises.js';

const made: Gated[] = [];
afterEach(async () => {
  for (const gated of made.splice(0)) await gated.remove();
});
afterAll(disconnect);

async function gated(options?: BenchOptions): Promise<Gated> {
  const one = await makeGated(options);
  made.push(one);
  return one;
}

/** A cancelled run: nothing runs, the checkout is free, and at its last commit. */
async function isPutBack(run: Gated): Promise<void> {
  expect(await processesOfRun(runOf(run))).toEqual([]);
  expect(await run.repository.isClean()).toBe(true);
  const left = (await readdir(join(run.repository.dir, '.git'))).filter((name) => /\.lock$|^ralph-/.test(name));
  expect(left).toEqual([]);
}

async function completes(run: Gated): Promise<void> {
  const { exitCode, stderr } = await run.start();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(run)).toEqual([]);
}

const failing: BenchOptions = { script: { '01': { write: { '01.txt': 'wrong\n' } } }, config: { maxRetries: 0 } };

describe.each(phases)('in the phase %s', (phase) => {
  test('a pause takes effect after the step, and the run goes on when resumed', async () => {
    const run = await gated();
    const cli = await run.holdIn(phase);
    expect(await run.ralph(['pause', '0001'])).toMatchObject({ exitCode: 0 });
    await run.release(phase);
    const { exitCode } = await cli.done;
    // After the last commit nothing is left to be paused.
    expect(exitCode).toBe(phase === 'agent' ? 3 : 0);
    if (phase === 'agent') expect(await run.ralph(['resume', '0001'])).toMatchObject({ exitCode: 0 });
    expect(await brokenPromises(run)).toEqual([]);
  }, 120_000);

  test('a cancel, even twice, puts the checkout back', async () => {
    const run = await gated();
    const cli = await run.holdIn(phase);
    const handle = await run.handle();
    await handle.cancel();
    await handle.cancel();
    if (phase === 'commit') await run.release(phase);
    expect(await cli.done).toMatchObject({ exitCode: 5 });
    await isPutBack(run);
    const committed = (await run.repository.log()).filter(({ trailers }) => 'Ralph-Increment' in trailers);
    expect(committed).toHaveLength(phase === 'commit' ? 1 : 0);
    await run.release(phase);
    await completes(run);
  }, 120_000);
});

test('a cancel while blocked puts the checkout back', async () => {
  const run = await gated(failing);
  expect(await run.start()).toMatchObject({ exitCode: 3 });
  expect(await run.ralph(['cancel', '0001'])).toMatchObject({ exitCode: 0 });
  await isPutBack(run);
}, 120_000);

test('a terminated run ends its agent', async () => {
  const run = await gated();
  const cli = await run.holdIn('agent');
  await (await run.handle()).terminate('by a test');
  await waitFor(async () => (await processesOfRun(runOf(run))).length === 0, {
    timeoutMs: 20_000,
    what: 'the agent to end',
  });
  expect(await cli.done).toMatchObject({ exitCode: 1 });
  await run.release('agent');
  await completes(run);
}, 120_000);

test('a resume before there is a block releases nothing, but its note counts', async () => {
  const run = await gated({
    ...failing,
    script: { '01': { write: { '01.txt': 'wrong\n' }, shell: 'sh .git/door agent' } },
  });
  const cli = await run.holdIn('agent');
  await (await run.handle()).signal('resume', { note: 'an early note' });
  await run.release('agent');
  expect(await cli.done).toMatchObject({ exitCode: 3 });
  await run.ralph(['resume', '0001', '--detach']);
  await waitFor(async () => (await run.agent.calls()).length === 2, { timeoutMs: 30_000, what: 'the second agent' });
  expect((await run.agent.calls())[1]?.prompt).toContain('an early note');
}, 120_000);

test('a resume that comes twice counts once', async () => {
  const run = await gated(failing);
  expect(await run.start()).toMatchObject({ exitCode: 3 });
  const handle = await run.handle();
  await Promise.all([handle.signal('resume', { note: 'one' }), handle.signal('resume', { note: 'two' })]);
  const blocked = await run.until(
    'the next block',
    ({ waiting, iterationsUsed }) => iterationsUsed === 2 && waiting?.kind === 'blocked',
  );
  expect(blocked.state).toBe('blocked');
  expect(await run.agent.calls()).toHaveLength(2);
  expect((await run.agent.calls())[1]?.prompt).toMatch(/one[^]*two/);
}, 120_000);

test('a resume after the end is refused with a reason', async () => {
  const run = await gated();
  expect(await run.start()).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await run.ralph(['resume', '0001']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('has ended');
  await expect((await run.handle()).signal('resume')).rejects.toThrow(/not found|already completed/i);
}, 120_000);

test('no note is lost or told twice while the run continues as new all the time', async () => {
  const increments = ['01', '02', '03', '04', '05', '06'].map((id) => increment(id));
  const run = await gated({ increments, script: diligent(increments) });
  const cli = run.begin([], { RALPH_CONTINUE_AFTER_EVENTS: '5' });
  /** How many agents had been called when the service had taken the note. */
  const callsBefore: number[] = [];
  let over = false;
  const done = cli.done.finally(() => (over = true));
  const handle = await run.handle();
  while (!over && callsBefore.length < 40) {
    const taken = await handle.signal('guide', `(note ${callsBefore.length})`).then(
      () => true,
      () => false,
    );
    if (taken) callsBefore.push((await run.agent.calls()).length);
    // Its answer paces the notes: of more than 50 at once the oldest are cut.
    await handle.query('status').catch(() => undefined);
  }
  expect(await done).toMatchObject({ exitCode: 0 });
  const prompts = (await run.agent.calls()).map(({ prompt }) => prompt);
  expect(prompts).toHaveLength(increments.length);
  const told = callsBefore.map((calls, note) => {
    const agents = prompts.flatMap((prompt, agent) => (prompt.includes(`(note ${note})`) ? [agent + 1] : []));
    return { note, calls, agents };
  });
  // One that came while the last agent was at work found no later one.
  const wrong = told.filter(
    ({ calls, agents }) => agents.length > 1 || (agents.length === 0 && calls < increments.length - 1),
  );
  expect(wrong).toEqual([]);
  expect(await brokenPromises(run)).toEqual([]);
}, 180_000);

test('a flood of signals is contained', async () => {
  const flood = Number(process.env['RALPH_FLOOD'] ?? 500);
  const run = await gated();
  const cli = await run.holdIn('agent');
  const handle = await run.handle();
  for (let sent = 0; sent < flood; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => handle.signal('guide', `flood ${sent + index}`).catch(() => undefined)),
    );
  }
  const { guidance } = await run.until('the flood to be taken', (status) => status.guidance.length > 0);
  expect(guidance.length).toBeLessThanOrEqual(40);
  await run.release('agent');
  expect(await cli.done).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(run)).toEqual([]);
}, 300_000);

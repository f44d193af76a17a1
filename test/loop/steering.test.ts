/** Pause, guide and resume; JSON for scripts; a run that continues as new all the time behaves like any other. */
import { expect, test } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planText, prdText } from '../support/plan.js';
import { scene } from './scenes.js';
import { workflowOf } from './workflow.js';

const ids = ['01', '02', '03'];
const plan = planText({
  increments: ids.map((id) => ({ id, title: `Make ${id}`, gates: [`\`grep -q good ${id}.txt\``] })),
});
const prd = prdText({ stories: [{ id: 'US-001', title: 'All', criteria: ['All is made'] }] });
const good = (id: string) => ({ write: { [`${id}.txt`]: 'good\n' } });
const script = Object.fromEntries(ids.map((id) => [id, good(id)]));
const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;

test('a run pauses after its step, takes a note for the next agent, and goes on', async () => {
  const door = join(tmpdir(), `ralph-door-${process.pid}-steering`);
  const made = await scene({ plan, prd, script: { ...script, '01': { ...good('01'), waitForFile: door } } });
  const started = await made.start('--detach', '--json');
  expect(started.exitCode).toBe(0);
  expect(parse(started.stdout)).toMatchObject({ plan: '0001_sample', run: made.run, state: 'started', exitCode: 0 });
  await made.untilCalls(1);

  const notWaiting = await made.resume();
  expect(notWaiting.exitCode).toBe(2);
  expect(notWaiting.stderr).toContain('not waiting');
  const guided = await made.ralph('guide', '0001', 'Mind the second one.');
  expect(guided).toMatchObject({ exitCode: 0 });
  const paused = await made.ralph('pause', '0001', '--json');
  expect(parse(paused.stdout)).toMatchObject({ run: made.run, pauseRequested: true });
  const working = parse((await made.ralph('status', '0001', '--json')).stdout);
  expect(working).toMatchObject({
    plan: '0001_sample',
    state: 'running',
    now: { phase: 'agent', pid: expect.any(Number), logFile: expect.stringContaining(made.runFolder) },
    increments: [{ id: '01', status: 'in-progress' }, { id: '02' }, { id: '03' }],
  });
  await writeFile(door, '');
  await made.until('is paused', ({ state }) => state === 'paused');
  await rm(door);
  expect(await made.agent.calls()).toHaveLength(1);

  const finished = await made.resume('--json');
  expect(finished.exitCode).toBe(0);
  expect(parse(finished.stdout)).toMatchObject({
    plan: '0001_sample',
    state: 'complete',
    exitCode: 0,
    branch: 'ralph/0001-sample',
    baseBranch: 'main',
    commits: [expect.any(String), expect.any(String), expect.any(String)],
    archived: { plan: made.completedPlan, prd: 'docs/product-specs/0001_prd_sample.md' },
  });
  const prompts = (await made.agent.calls()).map(({ prompt }) => prompt.includes('Mind the second one.'));
  expect(prompts).toEqual([false, true, false]);

  const listed = JSON.parse((await made.ralph('list', '--json')).stdout) as { run: string }[];
  const mine = listed.filter(({ run }) => run === made.run);
  expect(mine).toMatchObject([{ plan: '0001_sample', state: 'complete', increment: '--' }]);
  expect((await made.ralph('status', '0001')).stdout).toContain('Sample — complete');
  const late = await made.ralph('pause', '0001');
  expect(late.exitCode).toBe(2);
  expect(late.stderr).toContain('has ended');
}, 300_000);

test('a plan whose run continues as new at every turn is completed over a block and a cap', async () => {
  const made = await scene({
    plan,
    script: { ...script, '02': [{ write: { '02.txt': 'bad\n' } }] },
    env: { RALPH_CONTINUE_AFTER_EVENTS: '5' },
  });
  const blocked = await made.start('--no-prd', '--max-retries', '1', '--max-iterations', '3', '--json');
  expect(blocked.exitCode).toBe(3);
  expect(parse(blocked.stdout)).toMatchObject({
    state: 'blocked',
    exitCode: 3,
    increment: { id: '02' },
    waiting: { reason: 'gates', failures: [{ what: 'grep -q good 02.txt' }] },
    resumeCommand: expect.stringContaining('ralph resume 0001_sample'),
  });
  await made.repository.write('02.txt', 'good\n');
  const capped = await made.resume('--json');
  expect(capped.exitCode).toBe(4);
  expect(parse(capped.stdout)).toMatchObject({ state: 'capped', waiting: { kind: 'capped' } });
  expect((await made.resume('--max-iterations', '4')).exitCode).toBe(0);
  const { raw } = await (await workflowOf(made.run)).describe();
  expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(raw.workflowExecutionInfo?.execution?.runId);
  const subjects = (await made.repository.log('main..HEAD')).map(({ subject }) => subject).reverse();
  expect(subjects).toEqual([
    'chore(0001): set up workspace',
    ...ids.map((id) => `feat(0001): increment ${id} — Make ${id}`),
    'chore(0001): archive',
  ]);
  expect((await made.status()).commits).toHaveLength(3);
  expect((await made.progress()).match(/## Iteration \d/g)).toEqual([1, 2, 3, 4].map((n) => `## Iteration ${n}`));
}, 300_000);

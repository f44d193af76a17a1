/** Limits and passing trouble: the run waits, holds nothing, goes on by itself, and counts no attempt. */
import { expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { processesOfRun } from '../support/processes.js';
import { disconnect, workflowOf } from '../loop/workflow.js';
import { killService } from './kill-service.js';
import { testRun } from './runs.js';
import { claude } from './says.js';
import { work } from './stand-in.js';

const done = { write: work, print: [claude.init, claude.tool, claude.done()] };

test('a limit with a reset soon is waited for, without an attempt being counted', async () => {
  const run = await testRun({
    family: 'claude',
    parts: [{ write: { 'half.txt': 'x\n' }, print: [claude.init, claude.limit('in:4')], lingers: true }, done],
  });
  const result = await run.start();
  expect(result).toMatchObject({ exitCode: 0 });
  expect(result.stderr).toMatch(
    /limited: The agent's limit is reached \(five hour\). Waits until [\d-]*\s?\d\d:\d\d \(.+\); nothing runs\./,
  );
  expect((await run.agent.starts()).map(({ attempt }) => attempt)).toEqual([1, 1]);
  expect(await run.scene.progress()).toContain('- Test gate: passed\n');
  expect(await run.scene.repository.git('ls-files', 'half.txt')).toBe('');
  expect(await run.scene.progress()).toContain('leftovers are saved under refs/ralph/0001_sample/leftovers/');
  const files = await readdir(join(run.scene.runFolder, 'iterations/001-01/attempt-1'));
  expect(files).toEqual(expect.arrayContaining(['agent.1.log', 'agent.1.events.jsonl', 'agent.log']));
}, 120_000);

test('a limit outlives worker and server, and a resume ends the wait early', async () => {
  const resetsAt = Math.ceil(Date.now() / 1000) + 3600;
  const run = await testRun({
    family: 'claude',
    parts: [{ print: [claude.limit(resetsAt)], exitCode: 1 }, done],
    env: { TZ: 'Europe/Vilnius' },
  });
  const { scene, agent } = run;
  expect(await run.start('--detach')).toMatchObject({ exitCode: 0 });
  await scene.until('is limited', ({ state }) => state === 'limited');
  expect(await processesOfRun(scene.run)).toEqual([]);

  await killService();
  await disconnect();
  const { exitCode, stdout } = await scene.ralph('status', scene.repository.planFolder);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  expect(stdout).toMatch(/^Waiting until .*\d\d:\d\d \(Europe\/Vilnius\), nothing runs \(limited/m);
  // What the Web UI shows of a run it asks the run for.
  const { currentDetails } = await (
    await workflowOf(scene.run)
  ).query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(currentDetails).toMatch(/^Waiting until .*\d\d:\d\d \(Europe\/Vilnius\), nothing runs\.$/m);
  expect(await scene.status()).toMatchObject({
    state: 'limited',
    waiting: { kind: 'limited', until: resetsAt * 1000 + 100 },
    current: { attempt: 1 },
  });
  expect(await agent.starts()).toHaveLength(1);

  expect(await scene.resume()).toMatchObject({ exitCode: 0 });
  expect((await agent.starts()).map(({ attempt }) => attempt)).toEqual([1, 1]);
}, 180_000);

test('passing trouble of the service is tried again after a pause that grows, uncounted', async () => {
  const overloaded = {
    print: [claude.failed('API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}')],
    exitCode: 1,
  };
  const run = await testRun({ family: 'claude', parts: [overloaded, overloaded, done] });
  const result = await run.start('--max-retries', '0');
  expect(result).toMatchObject({ exitCode: 0 });
  expect((await run.agent.starts()).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  // Nothing had been changed, so nothing is said to be saved.
  expect(await run.scene.progress()).not.toContain('leftovers');
  const { journal } = await run.scene.status();
  const at = (text: string) => journal.filter((entry) => entry.text.startsWith(text)).map((entry) => entry.at);
  const [first = 0, second = 0] = at('Goes on.').map((end, index) => end - (at('limited:')[index] ?? 0));
  expect(first).toBeGreaterThanOrEqual(200);
  expect(second).toBeGreaterThanOrEqual(400);
}, 120_000);

test('an agent that names a wrong end of its limit is not started again and again', async () => {
  const refused = { print: [claude.limit('in:0')], exitCode: 1 };
  const parts = [refused, refused, refused, refused, done];
  const run = await testRun({ family: 'claude', parts, config: { limitWait: '3s' } });
  expect(await run.start()).toMatchObject({ exitCode: 0 });
  const { journal } = await run.scene.status();
  const waits = journal.flatMap(({ text, at }, index) => {
    return text.startsWith('limited:') ? [(journal[index + 1]?.at ?? 0) - at] : [];
  });
  expect(waits.map((ms) => ms >= 3_000)).toEqual([false, false, false, true]);
}, 120_000);

/** Agents that would burn money: budgets and rounds without progress, on the real loop. */
import { expect, test } from '@jest/globals';
import { testRun } from './runs.js';
import { claude } from './says.js';
import { work } from './stand-in.js';

test('a budget that is used up lets no further agent start, and a person raises it', async () => {
  const done = { write: work, print: [claude.tool, claude.done('Done.', 0.6)] };
  const run = await testRun({ family: 'claude', increments: ['01', '02', '03'], parts: [done] });
  const capped = await run.start('--budget-cost', '1');
  expect(capped).toMatchObject({ exitCode: 4 });
  expect(capped.stdout).toContain('The budget for this run is used up: $1.20 of $1.00.');
  expect((await run.agent.starts()).map(({ increment }) => increment)).toEqual(['01', '02']);

  const { stdout } = await run.scene.ralph('status', run.scene.repository.planFolder);
  expect(stdout).toContain('attempt 1: finished, 0s, 1000 tokens in, 200 out, $0.60');
  expect(stdout).toContain('Budget per run: costUsd 1.');

  const refused = await run.scene.resume('--budget', 'run.costUsd=1.1');
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('would not let the run go on') });
  expect(await run.scene.resume('--budget', 'run.costUsd=20')).toMatchObject({ exitCode: 0 });
  expect((await run.agent.starts()).map(({ increment }) => increment)).toEqual(['01', '02', '03']);
}, 240_000);

test('a number of agents is a budget of whatever agent: its fixes count, too', async () => {
  const run = await testRun({ parts: [{ print: ['Nothing yet.'] }, { write: work, print: ['Done.'] }] });
  const capped = await run.start('--budget-agents', '1');
  expect(capped).toMatchObject({ exitCode: 4 });
  expect(capped.stdout).toContain('The budget for this run is used up: 1 of 1 agents.');
  expect(await run.agent.starts()).toHaveLength(1);
  expect(await run.scene.resume()).toMatchObject({ exitCode: 0 });
  expect(await run.agent.starts()).toHaveLength(2);
}, 240_000);

test('rounds without progress end, and bare resumes spend no more agents', async () => {
  const idle = { print: [claude.text('All fine.'), claude.done('All fine.')] };
  const run = await testRun({ family: 'claude', parts: [idle] });
  const { scene, agent } = run;
  const blocked = await run.start('--max-retries', '1');
  expect(blocked).toMatchObject({ exitCode: 3 });
  expect(blocked.stdout).toContain('2 agents changed no file, and each time the same failed');
  expect(await agent.starts()).toHaveLength(2);

  expect(await scene.resume()).toMatchObject({ exitCode: 3 });
  expect(await agent.starts()).toHaveLength(4);

  const refused = await scene.resume();
  expect(refused).toMatchObject({ exitCode: 3 });
  expect(refused.stdout).toContain('Nothing has changed since the run was blocked');
  expect(await agent.starts()).toHaveLength(4);
  expect(await scene.status()).toMatchObject({ waiting: { reason: 'no-progress' } });

  expect(await scene.resume('--note', 'Write the file.')).toMatchObject({ exitCode: 3 });
  expect(await agent.starts()).toHaveLength(6);
  await scene.repository.write('01.txt', '01\n');
  expect(await scene.resume()).toMatchObject({ exitCode: 0 });
  expect(await agent.starts()).toHaveLength(6);
}, 240_000);

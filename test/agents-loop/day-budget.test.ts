/** A day's budget is one for all runs of the machine, by the day of the person. */
import { expect, test } from '@jest/globals';
import { endOfDay } from '../../src/agents/zone.js';
import { usageOfDay } from '../../src/workspace/usage-ledger.js';
import { useService } from '../support/service.js';
import { testRun } from './runs.js';
import { claude } from './says.js';
import { work } from './stand-in.js';

const zone = 'Pacific/Kiritimati';
const done = { write: work, print: [claude.tool, claude.done('Done.', 0.6)] };

test('what another run has used keeps the next from starting an agent, until the day ends or a person gives more', async () => {
  const first = await testRun({ family: 'claude', parts: [done], env: { TZ: zone } });
  const { stateDir } = useService();
  const { costUsd: before } = (await usageOfDay(stateDir, zone, Date.now())).usage;
  expect(await first.start()).toMatchObject({ exitCode: 0 });
  const { usage, until } = await usageOfDay(stateDir, zone, Date.now());
  expect(usage.costUsd - before).toBeCloseTo(0.6);

  const budgets = { day: { costUsd: before + 0.5 } };
  const second = await testRun({ family: 'claude', parts: [done], config: { budgets }, env: { TZ: zone } });
  const { scene, agent } = second;
  const capped = await second.start();
  expect(capped).toMatchObject({ exitCode: 4 });
  expect(capped.stdout).toContain('The budget for today, of all runs on this machine, is used up: $');
  expect(await agent.starts()).toEqual([]);
  const status = await scene.status();
  expect(status).toMatchObject({ state: 'capped', waiting: { reason: 'budget', until }, usage: { costUsd: 0 } });
  expect(until).toBe(endOfDay(Date.now(), zone));
  const shown = (await scene.ralph('status', scene.repository.planFolder)).stdout;
  expect(shown).toContain('Today the agents of all runs on this machine worked for ');

  const refused = await scene.resume('--budget', `day.costUsd=${before + 0.55}`);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('would not let the run go on') });
  expect(await scene.resume('--budget', `day.costUsd=${before + 9}`)).toMatchObject({ exitCode: 0 });
  expect(await agent.starts()).toHaveLength(1);
  expect((await usageOfDay(stateDir, zone, Date.now())).usage.costUsd - before).toBeCloseTo(1.2);
}, 240_000);

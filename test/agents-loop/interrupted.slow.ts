/** What agents used counts, and counts once, also when their worker was killed or the run was cancelled. */
import { expect, test } from '@jest/globals';
import { usageOfDay } from '../../src/workspace/usage-ledger.js';
import { killWorker } from '../faults/bench.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';
import { testRun } from './runs.js';
import { claude } from './says.js';
import { work } from './stand-in.js';

const halfway = { print: [claude.init, claude.used(300, 40), claude.tool], lingers: true };
const done = { write: work, print: [claude.tool, claude.done('Done.', 0.25)] };
const config = { heartbeatTimeout: '5s' };
const today = async () => (await usageOfDay(useService().stateDir, 'UTC', Date.now())).usage;

test('the use of an agent whose worker was killed is found by the next', async () => {
  const before = await today();
  const run = await testRun({ family: 'claude', parts: [halfway, done], config, env: { TZ: 'UTC' } });
  const running = run.scene.startAside('--agent', 'claude', '--agent-command', run.agent.command, '--no-prd');
  await waitFor(async () => (await run.agent.starts()).length === 1, { timeoutMs: 60_000, what: 'the agent' });
  await run.scene.until('has been at it for a while', ({ journal }) => Date.now() - (journal.at(-1)?.at ?? 0) > 1_500);
  await killWorker(useService().stateDir);
  expect(await running.done).toMatchObject({ exitCode: 0 });

  const { usage, attempts, spent, unreported } = await run.scene.status();
  expect(attempts.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
    ['interrupted', 1],
    ['finished', 1],
  ]);
  expect(attempts[0]?.usage).toMatchObject({ inputTokens: 300, outputTokens: 40 });
  expect(attempts[0]?.usage.agentMs).toBeGreaterThan(0);
  expect(usage).toMatchObject({ inputTokens: 1_300, outputTokens: 240, costUsd: 0.25 });
  expect(spent.increment.usage).toEqual(usage);
  expect(unreported).toEqual([]);
  const after = await today();
  expect(after.inputTokens - before.inputTokens).toBe(1_300);
  expect(after.agentMs - before.agentMs).toBe(usage.agentMs);
}, 120_000);

test('the use of an agent that had ended when its worker was killed counts once', async () => {
  const before = await today();
  await killWorker(useService().stateDir);
  const env = { TZ: 'UTC', RALPH_CRASH_AT: 'after-agent' };
  const run = await testRun({ family: 'claude', parts: [done], config, env });
  expect(await run.start()).toMatchObject({ exitCode: 0 });
  expect(await run.agent.starts()).toHaveLength(2);
  expect(await run.scene.status()).toMatchObject({ usage: { inputTokens: 2_000, costUsd: 0.5 } });
  expect((await today()).inputTokens - before.inputTokens).toBe(2_000);
  await killWorker(useService().stateDir);
}, 120_000);

test('the use of an agent that a cancel ended counts', async () => {
  const before = await today();
  const run = await testRun({ family: 'claude', parts: [halfway], config, env: { TZ: 'UTC' } });
  expect(await run.start('--detach')).toMatchObject({ exitCode: 0 });
  await waitFor(async () => (await run.agent.starts()).length === 1, { timeoutMs: 60_000, what: 'the agent' });
  await waitFor(async () => (await run.scene.ralph('logs', '0001')).stdout.includes('→ Write'), {
    timeoutMs: 30_000,
    what: 'its output',
  });
  expect(await run.scene.ralph('cancel', run.scene.repository.planFolder)).toMatchObject({ exitCode: 0 });
  const { usage, attempts } = await run.scene.status();
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted']);
  expect(usage).toMatchObject({ inputTokens: 300, outputTokens: 40 });
  expect((await today()).inputTokens - before.inputTokens).toBe(300);
}, 120_000);

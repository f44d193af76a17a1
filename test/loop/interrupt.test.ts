/** Ctrl-C at the terminal that follows a run. */
import { expect, test } from '@jest/globals';
import { waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { processesOfRun } from '../support/processes.js';
import { scene } from './scenes.js';

const plan = planText({ increments: [{ id: '01', title: 'Wait', gates: ['`test -f one.txt`'] }] });
const script = { '01': { write: { 'half.txt': 'x\n' }, hang: true } };

/** A terminal that follows a run whose agent works. */
async function following() {
  const made = await scene({ plan, script });
  const terminal = made.startAside('--no-prd');
  await waitFor(() => terminal.printed().stderr.includes('fresh agent'), { timeoutMs: 90_000, what: 'progress' });
  await made.untilCalls(1);
  terminal.child.kill('SIGINT');
  const warned = () => terminal.printed().stderr.includes('Again within 3 s to cancel');
  return { made, terminal, warned: () => waitFor(warned, { timeoutMs: 30_000, what: 'a word on Ctrl-C' }) };
}

test('once lets the run go on', async () => {
  const { made, terminal, warned } = await following();
  await warned();
  const detached = await terminal.done;
  expect(detached.exitCode).toBe(130);
  expect(detached.stderr).toContain('ralph status 0001_sample');
  expect((await made.status()).state).toBe('running');
  expect((await processesOfRun(made.run)).length).toBeGreaterThan(0);
}, 120_000);

test('twice cancels it', async () => {
  const { made, terminal, warned } = await following();
  await warned();
  terminal.child.kill('SIGINT');
  const cancelled = await terminal.done;
  expect(cancelled.exitCode).toBe(5);
  expect(cancelled.stdout).toContain('Cancelled: 0001_sample');
  expect(await processesOfRun(made.run)).toEqual([]);
  expect(await made.repository.isClean()).toBe(true);
}, 180_000);

/** A worker that lives and answers nothing: commands say so in a sentence, and what they were told to do is kept. */
import { expect, test } from '@jest/globals';
import { readWorkerRecord } from '../../src/service/worker-record.js';
import { statePaths } from '../../src/service/paths.js';
import { waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { useService } from '../support/service.js';
import type { Scene } from './scene.js';
import { scene } from './scenes.js';
import { workflowOf } from './workflow.js';

const plan = planText({ increments: [{ id: '01', title: 'One', gates: ['`test -f one.txt`'] }] });

/** Stops the worker for as long as `work` takes. */
async function inSilence<T>(work: () => Promise<T>): Promise<T> {
  const { process: mark } = (await readWorkerRecord(statePaths(useService().stateDir)))!;
  process.kill(mark.pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(mark.pid, 'SIGCONT');
  }
}

async function blocked(): Promise<Scene> {
  const made = await scene({ plan, script: { '01': {} } });
  expect(await made.start('--no-prd', '--max-retries', '0')).toMatchObject({ exitCode: 3 });
  return made;
}

async function isCancelAsked({ run }: Scene): Promise<boolean> {
  const { events = [] } = await (await workflowOf(run)).fetchHistory();
  return (events ?? []).some((event) => event.workflowExecutionCancelRequestedEventAttributes);
}

test('what needs an answer says that there is none, and what to do', async () => {
  const made = await blocked();
  const asked = await inSilence(() =>
    Promise.all([made.ralph('status', '0001'), made.resume(), made.start('--no-prd')]),
  );
  const sentence = expect.stringMatching(/^(?!.*\n {4}at )[^]*does not answer[^]*ralph down/);
  expect(asked).toEqual(Array(3).fill(expect.objectContaining({ exitCode: 2, stderr: sentence })));
  expect(await made.status()).toMatchObject({ state: 'blocked' });
}, 240_000);

test('a note that nobody takes is kept by the service until the worker answers', async () => {
  const made = await blocked();
  const guided = await inSilence(() => made.ralph('guide', '0001', 'Make one.txt.'));
  expect(guided).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('keeps your `guide`') });
  expect(await made.resume()).toMatchObject({ exitCode: 3 });
  const prompts = (await made.agent.calls()).map(({ prompt }) => prompt.includes('Make one.txt.'));
  expect(prompts).toEqual([false, true]);
}, 240_000);

test('a cancel needs no answer to be said', async () => {
  const made = await blocked();
  const cancelling = await inSilence(async () => {
    const aside = made.aside('cancel', '0001');
    await waitFor(() => isCancelAsked(made), { timeoutMs: 60_000, what: 'the request to cancel' });
    return aside;
  });
  expect(await cancelling.done).toMatchObject({ exitCode: 0 });
}, 240_000);

/** Temporal's own command line: signals and a cancel from there act like ours. */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceStatus } from '../../src/service/service-status.js';
import { scene } from '../loop/scenes.js';
import { workflowOf } from '../loop/workflow.js';
import { planText } from '../support/plan.js';
import { processesOfRun } from '../support/processes.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';

const plan = planText({
  increments: [
    { id: '01', title: 'First', gates: ['`test -f one.txt`'], primaryFiles: ['`one.txt` (new)'] },
    { id: '02', title: 'Second', gates: ['`test -f two.txt`'], primaryFiles: ['`two.txt` (new)'] },
  ],
});

test('`temporal workflow` pauses, guides, resumes and cancels a run', async () => {
  const go = join(useService().stateDir, 'agent-may-go');
  const made = await scene({
    plan,
    script: {
      '01': { write: { 'one.txt': '1\n' }, waitForFile: go },
      '02': { write: { 'two.txt': '2\n' }, hang: true },
    },
  });
  expect((await made.start('--no-prd', '--detach')).exitCode).toBe(0);
  await made.untilCalls(1);

  await temporal('signal', made.run, '--name', 'pause');
  await made.until('has heard of the pause', ({ pauseRequested }) => pauseRequested);
  await writeFile(go, '');
  await made.until('is paused', ({ state }) => state === 'paused');
  const paused = ['list', '--query', `RalphState="paused" AND WorkflowId="${made.run}"`, '--output', 'json'];
  const isListed = async () => (JSON.parse(await run(['workflow', ...paused])) as unknown[]).length === 1;
  await waitFor(isListed, { timeoutMs: 20_000, what: 'the paused run in the list' });
  expect(await made.agent.calls()).toHaveLength(1);

  await temporal('signal', made.run, '--name', 'guide', '--input', '"Mind the gap."');
  await temporal('signal', made.run, '--name', 'resume', '--input', '{"note": "Two is enough."}');
  const calls = await made.untilCalls(2);
  expect(calls[1]?.prompt).toContain('Mind the gap.');
  expect(calls[1]?.prompt).toContain('Two is enough.');

  await temporal('cancel', made.run);
  const handle = await workflowOf(made.run);
  const isCancelled = async () => (await handle.describe()).status.name === 'CANCELLED';
  await waitFor(isCancelled, { timeoutMs: 60_000, what: 'the run to be cancelled' });
  expect(await processesOfRun(made.run)).toEqual([]);
  expect(await made.repository.isClean()).toBe(true);
  const increments = (await made.repository.log('main..HEAD')).map(({ trailers }) => trailers['Ralph-Increment']);
  expect(increments.filter(Boolean)).toEqual(['0001_sample/01']);
}, 180_000);

function temporal(command: string, workflowId: string, ...flags: string[]): Promise<string> {
  return run(['workflow', command, '--workflow-id', workflowId, ...flags]);
}

/** The binary that runs the server is the command line as well. */
async function run(args: string[]): Promise<string> {
  const { info } = (await serviceStatus(useService().stateDir, {})).server;
  if (info === undefined) throw new Error('The server of the tests is not there.');
  const { stdout } = await promisify(execFile)(info.binary, [...args, '--address', info.address]);
  return stdout;
}

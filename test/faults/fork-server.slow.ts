/** The process that starts the worker's programs dies: the worker goes with it, and the next one takes up the work. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { findChild } from '../support/processes.js';
import { disconnect } from '../loop/workflow.js';
import { workerPid } from './bench.js';
import { makeGated, type Gated } from './gated.js';
import { brokenPromises } from './promises.js';

const made: Gated[] = [];
afterEach(async () => {
  for (const run of made.splice(0)) await run.remove();
});
afterAll(disconnect);

test.each(['agent', 'commit'] as const)(
  'killed in the phase %s',
  async (phase) => {
    const run = await makeGated();
    made.push(run);
    const cli = await run.holdIn(phase);
    const worker = await workerPid(run.stateDir);
    const server = await findChild(worker as number, 'fork-server');
    process.kill(server, 'SIGKILL');
    await run.release(phase);
    const { exitCode, stderr } = await cli.done;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('starting it again');
    expect(await workerPid(run.stateDir)).not.toBe(worker);
    expect(await brokenPromises(run)).toEqual([]);
  },
  120_000,
);

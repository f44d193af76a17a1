/** The same loop on a Temporal service with PostgreSQL, as docker-compose.yml has it: archived, blocked, resumed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tmpdir } from 'node:os';
import { startTopology, type Topology } from '../../scripts/postgres/topology.js';
import { scene } from '../loop/scenes.js';
import { ralph } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';

const plan = planText({
  increments: [
    { id: '01', title: 'Write the word', gates: ['`test -f word.txt`'], primaryFiles: ['`word.txt` (new)'] },
    { id: '02', title: 'Spell it', gates: ['`sh check.sh right`'], primaryFiles: ['`spelt.txt` (new)'] },
  ],
});
const files = { 'check.sh': 'test "$(cat spelt.txt)" = "$1"\n' };

let topology: Topology;
let env: Record<string, string>;
beforeAll(async () => {
  topology = await startTopology((message) => process.stderr.write(`${message}\n`));
  // For the tests' own client; commands get it by their environment.
  process.env.TEMPORAL_ADDRESS = topology.address;
  env = { TEMPORAL_ADDRESS: topology.address };
}, 3_600_000);
afterAll(async () => {
  await ralph(['down'], { cwd: tmpdir(), env: useService().env });
  await topology?.stop();
}, 120_000);

test('a plan goes from pending to archived', async () => {
  const script = { '01': { write: { 'word.txt': 'x\n' } }, '02': { write: { 'spelt.txt': 'right\n' } } };
  const made = await scene({ plan, script, files, env });
  const { exitCode, stdout } = await made.start('--no-prd');
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Complete: 0001_sample, 2 commits')]);
  expect(made.has(made.completedPlan)).toBe(true);
  expect(await made.repository.isClean()).toBe(true);
}, 240_000);

test('a blocked run is found by its state, outlives a killed server, and is resumed', async () => {
  const script = { '01': { write: { 'word.txt': 'x\n' } }, '02': { write: { 'spelt.txt': 'wrong\n' } } };
  const made = await scene({ plan, script, files, env });
  expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);
  const isListed = async () => {
    const { stdout } = await made.ralph('list', '--json');
    const runs = JSON.parse(stdout) as { run: string; state: string }[];
    return runs.some(({ run, state }) => run === made.run && state === 'blocked');
  };
  await waitFor(isListed, { timeoutMs: 30_000, what: 'the blocked run in the list' });

  await topology.restartServer();
  await made.repository.write('spelt.txt', 'right\n');
  const resumed = await made.resume();
  expect([resumed.exitCode, resumed.stderr]).toEqual([0, expect.any(String)]);
  expect(made.has(made.completedPlan)).toBe(true);
}, 300_000);

test('the doctor finds the service, its namespace and our search attributes', async () => {
  const { exitCode, stdout } = await ralph(['doctor'], { cwd: tmpdir(), env: { ...useService().env, ...env } });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`at ${topology.address}, namespace default`);
  expect(stdout).toContain('✔ Search attributes are registered');
}, 60_000);

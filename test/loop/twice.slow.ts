/** Started twice, raced, terminated, forgotten by the server: the documents and git say where to go on. */
import { expect, test } from '@jest/globals';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useService } from '../support/service.js';
import { planText } from '../support/plan.js';
import { processesOfRun } from '../support/processes.js';
import { waitFor } from '../support/cli.js';
import { marksOnDisk } from './documents.js';
import type { Scene } from './scene.js';
import { scene } from './scenes.js';
import { disconnect, workflowOf } from './workflow.js';

const plan = planText({
  increments: [
    { id: '01', title: 'First', gates: ['`test -f one.txt`'], primaryFiles: ['`one.txt`'] },
    { id: '02', title: 'Second', gates: ['`test -f two.txt`'], primaryFiles: ['`two.txt`'] },
  ],
});
const first = { write: { 'one.txt': '1\n' } };
const second = { write: { 'two.txt': '2\n' } };
let doors = 0;
/** A file that an agent waits for. */
const door = () => join(tmpdir(), `ralph-door-${process.pid}-${(doors += 1)}`);

async function subjects({ repository }: Scene): Promise<string[]> {
  return (await repository.log('main..HEAD')).map(({ subject }) => subject).reverse();
}
const wholePlan = [
  'chore(0001): set up workspace',
  'feat(0001): increment 01 — First',
  'feat(0001): increment 02 — Second',
  'chore(0001): archive',
];

test('twenty racing starts make one run, and another attaches to it', async () => {
  const opens = door();
  const made = await scene({ plan, script: { '01': { ...first, waitForFile: opens }, '02': second } });
  const racing = await Promise.all(Array.from({ length: 20 }, () => made.start('--no-prd', '--detach', '--json')));
  expect(racing.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  const states = racing.map(({ stdout }) => (JSON.parse(stdout) as { state: string }).state);
  expect(states.sort()).toEqual([...Array<string>(19).fill('attached'), 'started']);

  await made.untilCalls(1);
  // As the first one said: without the agent, which the run has.
  const attached = made.aside('start', '0001', '--no-prd');
  await waitFor(() => attached.printed().stderr.includes('Attached to'), { timeoutMs: 60_000, what: 'the attachment' });
  await writeFile(opens, '');
  expect(await attached.done).toMatchObject({ exitCode: 0 });
  await rm(opens);
  expect(await subjects(made)).toEqual(wholePlan);
  expect(await made.agent.calls()).toHaveLength(2);
}, 240_000);

/** Leaves a program, a commit, and a weaker gate; then uncommitted work. */
const meddle = `sleep 1000 & sed -i 's/test -f two/test -d ./' "$RALPH_PLAN_FILE"; git add -A; git commit -qm Mine; touch meddled`;

test('a terminated run is taken up by the next start', async () => {
  const made = await scene({
    plan,
    script: { '01': first, '02': { write: { 'half.txt': 'half\n' }, shell: meddle, hang: true } },
    config: { heartbeatTimeout: '5s' },
  });
  expect((await made.start('--no-prd', '--detach')).exitCode).toBe(0);
  await made.untilCalls(2);
  await waitFor(() => made.has('meddled'), { timeoutMs: 60_000, what: 'half-made work' });
  await (await workflowOf(made.run)).terminate('As a person does in the Web UI');
  const again = await made.start('--no-prd', '--agent-command', "sh -c 'echo 2 > two.txt'");
  expect(again).toMatchObject({ exitCode: 0 });
  expect(await subjects(made)).toEqual(wholePlan);
  expect(await processesOfRun(made.run)).toEqual([]);
  expect(await made.repository.read(made.completedPlan)).toContain('test -f two.txt');
  const saved = await made.repository.git('for-each-ref', '--format=%(refname)', 'refs/ralph/0001_sample/leftovers');
  // One: the next run must not take the terminated one's attempt for its own.
  expect(saved.split('\n')).toHaveLength(1);
  expect(await made.repository.git('show', `${saved}:half.txt`)).toBe('half');
  expect(await made.repository.git('ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('half.txt');
}, 180_000);

test('a blocked run that the server has forgotten goes on by git and documents', async () => {
  const made = await scene({ plan, script: { '01': first, '02': { write: { 'half.txt': 'half-made\n' } } } });
  expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);
  await disconnect();
  expect((await made.ralph('down')).exitCode).toBe(0);
  const { stateDir } = useService();
  const database = (await readdir(stateDir)).filter((name) => name.startsWith('temporal.db'));
  expect(database).not.toEqual([]);
  await Promise.all(database.map((name) => rm(join(stateDir, name))));

  await made.repository.write('two.txt', 'by a person\n');
  expect(await made.start('--no-prd')).toMatchObject({ exitCode: 0 });
  expect(await subjects(made)).toEqual(wholePlan);
  expect((await made.agent.calls()).map(({ increment }) => increment)).toEqual(['01', '02']);
  const [, last] = await made.repository.log();
  expect(await made.repository.git('show', '--name-only', '--format=', `${last?.hash}`)).toMatch(
    /half\.txt\ntwo\.txt$/,
  );
  const entries = (await made.progress()).match(/## Iteration \d\n- Increment: \d\d/g);
  expect(entries?.map((entry) => entry.replace(/\D+/g, ' '))).toEqual([' 1 01', ' 2 02', ' 3 02']);
}, 240_000);

test('of what a person edits between two runs the text counts, and a mark without a commit does not', async () => {
  const made = await scene({ plan, script: { '01': first, '02': { exitCode: 1 } } });
  expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);
  expect(await marksOnDisk(made)).toEqual({ '01': 'done', '02': 'blocked' });
  expect((await made.ralph('cancel', '0001')).exitCode).toBe(0);
  const text = await made.repository.read(made.planInWorkspace);
  await made.repository.write(
    made.planInWorkspace,
    text.replaceAll('**Status:** pending', '**Status:** done').replace('test -f two', 'test -f zwei'),
  );
  const again = await made.start('--no-prd', '--agent-command', "sh -c 'echo 2 > zwei.txt'");
  expect(again).toMatchObject({ exitCode: 0 });
  expect(await made.progress()).toMatch(/Edited by a person: .*zwei/);
  expect(made.has('zwei.txt')).toBe(true);
  expect(await subjects(made)).toEqual(wholePlan);
}, 180_000);

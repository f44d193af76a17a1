/** Cancelled in the middle of an agent: nothing lives on, nothing is lost, and the plan can be started again. */
import { expect, test } from '@jest/globals';
import { waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { isAlive, processesOfRun } from '../support/processes.js';
import { marksOnDisk } from './documents.js';
import { scene } from './scenes.js';

const stubborn = new URL('../agents/ignores-term.sh', import.meta.url).pathname;
const plan = planText({
  increments: [
    { id: '01', title: 'First', gates: ['`test -f one.txt`'], primaryFiles: ['`one.txt`'] },
    { id: '02', title: 'Second', gates: ['`test -f two.txt`'], primaryFiles: ['`two.txt`'] },
  ],
});

test('a cancel ends an agent and its stubborn children, saves its work, and puts the increment back', async () => {
  const made = await scene({
    plan,
    script: {
      '01': { write: { 'one.txt': '1\n' } },
      '02': {
        write: { 'half.txt': 'half-made\n', 'README.md': '# Changed\n' },
        shell: `setsid bash ${stubborn} > /dev/null & bash ${stubborn} > /dev/null &`,
        print: ['working'],
        ignoreTerm: true,
        hang: true,
      },
    },
  });
  const following = made.startAside('--no-prd');
  const [, second] = await made.untilCalls(2);
  await waitFor(async () => (await processesOfRun(made.run)).length >= 5, { timeoutMs: 60_000, what: 'grandchildren' });
  await waitFor(() => made.has('half.txt'), { timeoutMs: 60_000, what: 'half-made work' });

  const cancelling = made.ralph('cancel', '0001');
  // 5 s and the grace period of the scene, the start of the command included.
  const gone = async () => (await processesOfRun(made.run)).length === 0;
  await waitFor(gone, { timeoutMs: 6_000, what: 'the end of all programs' });
  const cancelled = await cancelling;
  expect(await processesOfRun(made.run)).toEqual([]);
  expect(await isAlive(second?.pid ?? 0)).toBe(false);
  expect(cancelled.exitCode).toBe(0);
  expect(cancelled.stdout).toContain('Cancelled: 0001_sample');
  expect((await following.done).exitCode).toBe(5);

  expect(await marksOnDisk(made)).toEqual({ '01': 'done', '02': 'pending' });
  expect(await made.repository.isClean()).toBe(true);
  expect(made.has('half.txt')).toBe(false);
  const saved = await made.repository.git('for-each-ref', '--format=%(refname)', 'refs/ralph/0001_sample/cancelled');
  expect(saved.split('\n')).toHaveLength(1);
  expect(cancelled.stdout).toContain(saved);
  expect(await made.repository.git('show', `${saved}:half.txt`)).toBe('half-made');
  expect(await made.repository.git('show', `${saved}:README.md`)).toBe('# Changed');
  expect(made.has('.git/ralph-claim.json')).toBe(false);
  expect(await made.progress()).not.toContain('Iteration 2');

  const again = await made.start('--no-prd', '--agent-command', "sh -c 'echo 2 > two.txt'");
  expect(again.exitCode).toBe(0);
  const subjects = (await made.repository.log('main..HEAD')).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('increment 01'))).toHaveLength(1);
  expect(await made.progress()).toMatch(/## Iteration 2\n- Increment: 02/);
}, 240_000);

test('a cancel takes back what an interrupted agent did to the branch', async () => {
  const made = await scene({
    plan,
    script: {
      '01': {
        write: { 'one.txt': '1\n' },
        shell: "git add -A && git commit -qm 'Mine' && echo more > more.txt && touch committed",
        hang: true,
      },
    },
  });
  const following = made.startAside('--no-prd');
  await waitFor(() => made.has('committed'), { timeoutMs: 90_000, what: 'a commit by the agent' });
  expect((await made.ralph('cancel', '0001')).exitCode).toBe(0);
  await following.done;
  const subjects = (await made.repository.log('main..HEAD')).map(({ subject }) => subject);
  expect(subjects).toEqual(['chore(0001): set up workspace']);
  expect(await made.repository.isClean()).toBe(true);
  const saved = await made.repository.git('for-each-ref', '--format=%(refname)', 'refs/ralph/0001_sample/cancelled');
  expect(await made.repository.git('show', `${saved}:one.txt`)).toBe('1');
  expect(await made.repository.git('show', `${saved}:more.txt`)).toBe('more');
}, 180_000);

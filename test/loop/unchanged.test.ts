/** An attempt that changes nothing, and work that is committed already: the gates and the plan decide what that means. */
import { expect, test } from '@jest/globals';
import { planText } from '../support/plan.js';
import { marksOnDisk } from './documents.js';
import { scene } from './scenes.js';

test('no change is done where no file is named; where one is, it fails until a person accepts it', async () => {
  const made = await scene({
    plan: planText({
      increments: [
        { id: '01', title: 'Verify', gates: ['`test -f README.md`'] },
        { id: '02', title: 'Change', gates: ['`test -f README.md`'], primaryFiles: ['`README.md`'] },
      ],
    }),
    script: { '01': {}, '02': {} },
  });
  const blocked = await made.start('--no-prd', '--max-retries', '1');
  expect(blocked.exitCode).toBe(3);
  expect(blocked.stdout).toContain('Nothing changed');
  expect(blocked.stdout).toMatch(/ralph resume \S+ --repo \S+ --accept/);
  expect(await marksOnDisk(made)).toEqual({ '01': 'done', '02': 'blocked' });
  expect((await made.agent.calls()).map(({ increment }) => increment)).toEqual(['01', '02', '02']);
  expect((await made.agent.calls())[2]?.prompt).toContain('Nothing changed');
  const accepted = await made.resume('--accept');
  expect(accepted.exitCode).toBe(0);
  expect(await made.agent.calls()).toHaveLength(3);
  expect(await made.repository.git('show', '--name-only', '--format=', 'HEAD~1')).toBe(made.planInWorkspace);
}, 180_000);

test('accepting is for nothing else; a cancel keeps what a person committed meanwhile', async () => {
  const made = await scene({
    plan: planText({ increments: [{ id: '01', title: 'Fail', gates: ['`test -f no.txt`'] }] }),
    script: { '01': {} },
  });
  expect((await made.start('--no-prd', '--max-retries', '0')).exitCode).toBe(3);
  const refused = await made.resume('--accept');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('another reason');
  expect((await made.status()).state).toBe('blocked');

  await made.repository.write('mine.txt', 'by hand\n');
  await made.repository.git('add', 'mine.txt');
  await made.repository.git('commit', '-qm', 'A commit of a person');
  expect((await made.ralph('cancel', '0001')).exitCode).toBe(0);
  expect((await made.repository.log())[0]?.subject).toBe('A commit of a person');
}, 120_000);

test('an increment in progress whose commit is there gets its gates before any agent', async () => {
  const made = await scene({
    plan: planText({
      increments: ['01', '02'].map((id) => ({
        id,
        title: `Make ${id}`,
        gates: [`\`test -f ${id}.txt\``],
        primaryFiles: [`\`${id}.txt\``],
      })),
    }),
    script: { '01': { write: { '01.txt': '1\n' } } },
  });
  const once = await made.start('--no-prd', '--once');
  expect(once).toMatchObject({ exitCode: 0 });
  expect(once.stdout).toMatch(/^RALPH_COMPLETE$/m);
  const text = await made.repository.read(made.planInWorkspace);
  await made.repository.write(made.planInWorkspace, text.replace('**Status:** pending', '**Status:** in-progress'));
  await made.repository.write('02.txt', 'by hand\n');
  await made.repository.git('add', '-A');
  await made.repository.git('commit', '-qm', 'feat(0001): increment 02 — Make 02');
  const finished = await made.start('--no-prd');
  expect(finished).toMatchObject({ exitCode: 0 });
  expect((await made.agent.calls()).map(({ increment }) => increment)).toEqual(['01']);
  expect(made.has(made.completedPlan)).toBe(true);
}, 180_000);

/** A plan's branch and the branch that it started from, for a person who goes back and forth. */
import { expect, test } from '@jest/globals';
import { planText } from '../support/plan.js';
import { scene } from './scenes.js';

const plan = planText({
  increments: ['01', '02'].map((id) => ({ id, title: `Make ${id}`, gates: [`\`test -f ${id}.txt\``] })),
});
const script = { '01': { write: { '01.txt': '1\n' } }, '02': { write: { '02.txt': '2\n' } } };

test('a start from the base branch goes on with the branch, and refuses when it is completed there', async () => {
  const made = await scene({ plan, script });
  const { repository } = made;
  expect((await made.start('--no-prd', '--once')).exitCode).toBe(0);
  await repository.git('switch', '-q', 'main');
  expect(made.has(repository.planFile)).toBe(true);
  const finished = await made.start('--no-prd');
  expect(finished).toMatchObject({ exitCode: 0 });
  expect((await repository.log('main..HEAD')).map(({ subject }) => subject).reverse()).toEqual([
    'chore(0001): set up workspace',
    'feat(0001): increment 01 — Make 01',
    'feat(0001): increment 02 — Make 02',
    'chore(0001): archive',
  ]);

  await repository.git('switch', '-q', 'main');
  const refused = await made.start('--no-prd');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/completed on the branch ralph\/0001-sample.*\n.*git merge ralph\/0001-sample/);
  expect(await repository.git('branch', '--show-current')).toBe('main');
  expect(await repository.isClean()).toBe(true);
  expect(made.has('.git/ralph-claim.json')).toBe(false);

  await repository.write(repository.planFile, `${plan}\n`);
  const inTheWay = await made.start('--no-prd');
  expect(inTheWay.exitCode).toBe(2);
  expect(inTheWay.stderr).toMatch(/Git can't switch to ralph\/0001-sample: .*[^]*Commit or stash/);
  expect(await repository.git('branch', '--show-current')).toBe('main');
  expect(await repository.read(repository.planFile)).toBe(`${plan}\n`);
}, 240_000);

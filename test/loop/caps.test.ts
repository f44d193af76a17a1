/** The cap on iterations makes a run wait; it is no failure, and the last allowed iteration counts. */
import { expect, test } from '@jest/globals';
import { planText } from '../support/plan.js';
import { marksOnDisk } from './documents.js';
import { scene } from './scenes.js';

const ids = ['01', '02', '03', '04'];
const plan = planText({
  increments: ids.map((id) => ({ id, title: `Make ${id}`, gates: [`\`test -f ${id}.txt\``] })),
});
const script = Object.fromEntries(ids.map((id) => [id, { write: { [`${id}.txt`]: `${id}\n` } }]));

test('a run waits at its cap, goes on with a higher one, and may finish in its last iteration', async () => {
  const made = await scene({ plan, script });
  const capped = await made.start('--no-prd', '--max-iterations', '2');
  expect(capped.exitCode).toBe(4);
  expect(capped.stdout).toContain('The cap of 2 iterations is reached.');
  expect(capped.stdout).toMatch(/ralph resume 0001_sample --repo \S+ --max-iterations N/);
  expect(await marksOnDisk(made)).toEqual({ '01': 'done', '02': 'done', '03': 'pending', '04': 'pending' });

  const tooLow = await made.resume('--max-iterations', '2');
  expect(tooLow.exitCode).toBe(2);
  expect(tooLow.stderr).toContain('2 iterations are used');

  const finished = await made.resume('--max-iterations', '4');
  expect(finished.exitCode).toBe(0);
  expect(await made.agent.calls()).toHaveLength(4);
  expect(made.has(made.completedPlan)).toBe(true);
}, 180_000);

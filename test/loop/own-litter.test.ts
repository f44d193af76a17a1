/** What the runner itself needs or leaves in a workspace is in no commit. */
import { expect, test } from '@jest/globals';
import { planText } from '../support/plan.js';
import { scene } from './scenes.js';

test('neither its log nor what a kill left of a document it wrote, also where git has not been told of them', async () => {
  const made = await scene({
    plan: planText({
      increments: ['01', '02', '03'].map((id) => ({ id, title: `Make ${id}`, gates: [`\`test -f ${id}.txt\``] })),
    }),
    script: Object.fromEntries(['01', '02', '03'].map((id) => [id, { write: { [`${id}.txt`]: `${id}\n` } }])),
  });
  expect((await made.start('--no-prd', '--once')).exitCode).toBe(0);
  // As in a clone: the exclude file is nobody's but this repository's.
  await made.repository.write('.git/info/exclude', '# nothing\n');
  const planName = made.planInWorkspace.split('/').at(-1) ?? '';
  await made.repository.write(`${made.workspace}/.${planName}.ralph-draft`, 'half of a pl');
  await made.repository.write('docs/.other.md.ralph-draft', 'of no document any more');
  expect((await made.start('--no-prd')).exitCode).toBe(0);

  const committed = (await made.repository.git('log', '--format=', '--name-only', '--no-renames')).split('\n');
  expect(committed).toContain('03.txt');
  expect(committed.filter((path) => /progress|draft/.test(path))).toEqual([]);
  expect(made.has(made.completedPlan)).toBe(true);
  expect(made.has(made.workspace)).toBe(false);
}, 120_000);

/** Which gates are green before any work. */
import { expect, test } from '@jest/globals';
import { scene } from '../loop/scenes.js';
import { planText } from '../support/plan.js';

const litter = 'echo litter > litter.txt; echo changed >> README.md';
const plan = planText({
  increments: [
    { id: '01', title: 'Make a', gates: ['`test -f a.txt`', `\`${litter}\``, '`no-such-program --check`'] },
    { id: '02', title: 'Make b', gates: ['`ls litter.txt a.txt 2>/dev/null | wc -l` — 2'] },
  ],
});
const script = { '01': { write: { 'a.txt': '' } }, '02': { write: { 'litter.txt': '' } } };

test('gates are run before any work, each in a clean checkout that is put back, and change nothing', async () => {
  const made = await scene({ plan, script });
  const audit = await made.ralph('audit', '0001', '--no-prd', '--run-gates', '--json');
  const { baseline } = JSON.parse(audit.stdout) as { baseline: { increment: string; state: string }[] };
  expect(baseline.map(({ increment, state }) => [increment, state])).toEqual([
    ['01', 'red'],
    ['01', 'green'],
    ['01', 'no-program'],
    ['02', 'red'],
  ]);
  expect(audit.exitCode).toBe(0);
  expect(await made.repository.isClean()).toBe(true);
  expect(await made.repository.git('for-each-ref', 'refs/ralph')).toBe('');

  const shown = (await made.ralph('audit', '0001', '--no-prd', '--run-gates')).stdout;
  expect(shown).toMatch(/^green {4}01 {3}echo litter .* — exit code 0 \(\d+ s\)$/m);
  expect(shown).toMatch(/^missing {2}01 {3}no-such-program --check — exit code 127/m);
  expect(shown).toContain('Before any work 1 of 4 gates are green');

  await made.repository.write('README.md', 'a change of mine\n');
  const refused = await made.ralph('audit', '0001', '--no-prd', '--run-gates');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(
    'The gates were not run: the checkout has changes that are not committed (README.md)',
  );
  expect(await made.repository.read('README.md')).toBe('a change of mine\n');
  await made.repository.git('checkout', 'README.md');

  const started = await made.start('--no-prd', '--baseline', '--max-iterations', '1', '--max-retries', '0');
  expect(started.stderr).toMatch(/^red {6}01 {3}test -f a\.txt — exit code 1/m);
  expect(started.exitCode).toBe(3);
}, 120_000);

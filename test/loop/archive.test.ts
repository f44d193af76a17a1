/** Archival, and what is ticked in the PRD on the way to it. */
import { expect, test } from '@jest/globals';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { planText, prdText } from '../support/plan.js';
import { scene } from './scenes.js';

const prdFile = 'docs/product-specs/0001_prd_sample.md';
const prd = prdText({
  stories: [
    { id: 'US-001', title: 'Named one by one', criteria: ['First', 'Second', 'Third'] },
    { id: 'US-002', title: 'Named as a whole', criteria: ['Fourth', 'Fifth'] },
    { id: 'US-003', title: 'Reported', criteria: ['Sixth', 'Seventh'] },
  ],
});
const increment = (id: string, prdRefs: string[]) => ({
  id,
  title: `Make ${id}`,
  gates: [`\`test -f ${id}.txt\``],
  prdRefs,
});
const plan = planText({
  increments: [
    increment('01', ['US-001 AC 1, 2', 'US-002']),
    increment('02', ['US-002', 'US-003 (preparation)']),
    increment('03', ['US-003 (preparation)']),
  ],
});
const write = (id: string) => ({ [`${id}.txt`]: `${id}\n` });

test('boxes are ticked by the rules, edits and foreign files of others stay, and what is open is told', async () => {
  const made = await scene({
    plan,
    prd,
    script: {
      '01': { write: write('01') },
      '02': { write: { ...write('02'), 'docs/exec-plans/active/0001_sample/notes.md': 'Mine\n' } },
      '03': {
        write: write('03'),
        shell: `sed -i 's/- \\[ \\] Seventh/- [x] Seventh/' "$RALPH_PRD_FILE"`,
        report: { criteria: ['US-003.1', 'US-009.1'] },
      },
    },
  });
  const ticks = (text: string) => {
    const { stories } = parsePrd(text, prdFile).value;
    return stories.map(({ status, criteria }) => [
      status,
      criteria.map(({ checked }) => (checked ? 'x' : '-')).join(''),
    ]);
  };
  const copy = async () => ticks(await made.repository.read(`${made.workspace}/0001_prd_sample.md`));
  expect((await made.start('--max-iterations', '1')).exitCode).toBe(4);
  expect(await copy()).toEqual([
    ['in-progress', 'xx-'],
    ['pending', '--'],
    ['pending', '--'],
  ]);
  expect(parsePrd(await made.repository.read(`${made.workspace}/0001_prd_sample.md`), prdFile).value.status).toBe(
    'in-progress',
  );

  expect((await made.resume('--max-iterations', '2')).exitCode).toBe(4);
  expect(await copy()).toEqual([
    ['in-progress', 'xx-'],
    ['done', 'xx'],
    ['pending', '--'],
  ]);

  const original = await made.repository.read(prdFile);
  expect(original).toBe(prd);
  const edited = original.replace('- [ ] Third', '- [ ] Third\n- [ ] Eighth').replace('## User Stories', '## Stories');
  await made.repository.write(prdFile, edited);
  await made.repository.git('commit', '-qam', 'A word on the PRD');

  const finished = await made.resume('--max-iterations', '3');
  expect(finished.exitCode).toBe(0);
  const result = await made.repository.read(prdFile);
  expect(ticks(result)).toEqual([
    ['in-progress', 'xx--'],
    ['done', 'xx'],
    ['done', 'xx'],
  ]);
  expect(result).toContain('## Stories');
  expect(parsePrd(result, prdFile).value.status).toBe('complete');
  expect(finished.stdout).toContain('Nobody ticked US-001.3: Third');
  expect(finished.stdout).toContain('Nobody ticked US-001.4: Eighth');
  expect(finished.stdout).toContain(`${made.workspace} stays, for it holds notes.md.`);
  expect(await made.repository.read(`${made.workspace}/notes.md`)).toBe('Mine\n');
  expect(await made.repository.git('ls-files', made.workspace)).toBe(`${made.workspace}/notes.md`);
  expect(await made.repository.isClean()).toBe(true);
}, 240_000);

test('the set-up commit takes a plan and a PRD that nobody has committed; --no-archive leaves the workspace', async () => {
  const made = await scene({ script: { '01': { write: write('01') } } });
  const loose = planText({ increments: [increment('01', ['US-001'])] });
  await made.repository.write(made.repository.planFile, loose);
  await made.repository.write(prdFile, prd);
  const finished = await made.start('--no-archive');
  expect(finished).toMatchObject({ exitCode: 0 });
  const [last, setUp] = await made.repository.log('main..HEAD');
  expect([last?.subject, setUp?.subject]).toEqual([
    'feat(0001): increment 01 — Make 01',
    'chore(0001): set up workspace',
  ]);
  const added = (await made.repository.git('show', '--name-only', '--format=', `${setUp?.hash}`)).split('\n');
  expect(added.sort()).toEqual([
    `${made.workspace}/0001_exec_sample.md`,
    `${made.workspace}/0001_prd_sample.md`,
    prdFile,
  ]);
  expect(made.has(`${made.workspace}/progress.txt`)).toBe(true);
  expect(await made.repository.isClean()).toBe(true);

  const archived = await made.start();
  expect(archived).toMatchObject({ exitCode: 0 });
  expect(made.has(made.completedPlan)).toBe(true);
  expect(made.has(made.workspace)).toBe(false);
}, 180_000);

test('--no-prd leaves a PRD that is there as it is', async () => {
  const made = await scene({
    plan: planText({ increments: [increment('01', ['US-001'])] }),
    prd,
    script: { '01': { write: write('01'), report: { criteria: ['US-001.1'] } } },
  });
  expect(await made.start('--no-prd')).toMatchObject({ exitCode: 0 });
  expect(await made.repository.read(prdFile)).toBe(prd);
  expect(await made.repository.git('log', '--format=%s', 'main..HEAD', '--', prdFile)).toBe('');
  expect((await made.agent.calls())[0]?.env.RALPH_PRD_FILE).toBe('');
}, 120_000);

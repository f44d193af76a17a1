/** The agent that plays a script: each of its tricks, against the loop that must not fall for it. */
import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { scene } from '../loop/scenes.js';
import { planText } from '../support/plan.js';
import { processesOfRun } from '../support/processes.js';
import { readPlanAt } from '../loop/documents.js';

const ids = ['01', '02', '03', '04'];
const plan = planText({
  increments: ids.map((id) => ({ id, title: `Make ${id}`, gates: [`\`grep -q right ${id}.txt\``] })),
});
const script = `
'01':
  - { fail: true, times: 2 }
  - patch: |
      --- /dev/null
      +++ b/01.txt
      @@ -0,0 +1 @@
      +right
'02':
  - lie: true
  - { limit: { seconds: 1 }, write: { 02.txt: "right\\n" }, usage: { inputTokens: 7, costUsd: 0.5 } }
'03':
  - { deletePlan: true, overloaded: 1, flood: 1, write: { 03.txt: "right\\n" } }
'04':
  - { orphan: true, say: ['Working …'], report: { blocked: 'Enough.' } }
`;

test('plays failures, lies, limits, floods and what is left running', async () => {
  const made = await scene({ plan, files: { 'part.yaml': script }, config: { limitMargin: '1ms', backOff: '1ms' } });
  const result = await made.start('--agent', 'scripted', '--script', 'part.yaml', '--no-prd');
  expect(result).toMatchObject({ exitCode: 3 });
  expect(result.stdout).toContain('The agent says: Enough.');
  const attempts = result.stderr.match(/a fresh agent (implements|fixes)/g);
  // 01: two fail, one works; 02: a lie, a limit, the work; 03: overloaded, then the work; 04 gives up.
  expect(attempts).toHaveLength(3 + 3 + 2 + 1);
  const log = await made.progress();
  expect(log.match(/- Test gate: .*/g)?.map((line) => line.slice(13))).toEqual([
    'passed (retry 2)',
    'passed (retry 1)',
    'passed',
    'failed (retry 0)',
  ]);
  expect((await readPlanAt(made, 'HEAD')).increments.map(({ status }) => status)).toEqual([
    'done',
    'done',
    'done',
    'pending',
  ]);
  expect(await processesOfRun(made.run)).toEqual([]);
  expect(await made.status()).toMatchObject({ usage: { inputTokens: 7, costUsd: 0.5 } });
}, 240_000);

test.each([
  { name: 'no script', flags: [], says: 'Name a YAML or JSON file with --script.' },
  { name: 'a script that is not there', flags: ['--script', 'nowhere.yaml'], says: 'nowhere.yaml can' },
  { name: 'a script with a mistake', flags: ['--script', 'bad.yaml'], says: 'Unrecognized key: "wirte"' },
])(
  'refuses $name before anything starts',
  async ({ flags, says }) => {
    const made = await scene({ plan, files: { 'bad.yaml': '"01": { wirte: {} }\n' } });
    const { exitCode, stderr } = await made.start('--agent', 'scripted', ...flags, '--no-prd');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) });
  },
  60_000,
);

test('the example is a script that can be read, and its first increment passes the gates of its plan', async () => {
  const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
  const made = await scene({ from: `${examples}text-kit`, slug: 'text-kit', config: { limitMargin: '1ms' } });
  const result = await made.start('--agent', 'scripted', '--script', `${examples}scripts/mishaps.yaml`);
  expect(result).toMatchObject({ exitCode: 3 });
  expect(result.stdout).toContain('The agent says: The script ends here.');
  const subjects = (await made.repository.log()).map(({ subject }) => subject);
  expect(subjects[0]).toBe('feat(0001): increment 01 — Add truncate');
}, 240_000);

/** An agent that marks, ticks and rewrites what is not its business: all of it is put back, and told in the log. */
import { expect, test } from '@jest/globals';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { planText, prdText } from '../support/plan.js';
import { readPlanAt } from './documents.js';
import { scene } from './scenes.js';

const meddle = [
  `sed -i -e 's/Status:\\*\\* .*/Status:** done/' -e 's/grep -q good/true/' -e 's/| pending |/| done |/' "$RALPH_PLAN_FILE"`,
  `sed -i -e 's/\\[ \\] Second/[x] Second/' -e 's/First/Something easier/' -e 's/Status:\\*\\* .*/Status:** done/' "$RALPH_PRD_FILE"`,
  'echo "## Iteration 99" > "$RALPH_PROGRESS_FILE"',
].join('\n');

test('the gate that was pinned decides, and plan and PRD say what the runner knows', async () => {
  const made = await scene({
    plan: planText({
      increments: [
        { id: '01', title: 'Build', gates: ['`grep -q good 01.txt`'], prdRefs: ['US-001 AC 1'] },
        { id: '02', title: 'More', gates: ['`test -f 02.txt`'] },
      ],
    }),
    prd: prdText({ stories: [{ id: 'US-001', title: 'It', criteria: ['First', 'Second', 'Third'] }] }),
    script: {
      '01': [
        { write: { '01.txt': 'bad\n' }, shell: meddle },
        { write: { '01.txt': 'good\n' }, shell: meddle },
      ],
      '02': { write: { '02.txt': '2\n' } },
    },
  });
  expect((await made.start('--max-iterations', '1')).exitCode).toBe(4);
  expect((await made.agent.calls()).map(({ attempt }) => attempt)).toEqual([1, 2]);
  const plan = await readPlanAt(made, 'HEAD');
  expect(plan.increments.map(({ status }) => status)).toEqual(['done', 'pending']);
  expect(plan.milestones.map(({ status }) => status)).toEqual(['in-progress']);
  expect(plan.increments[0]?.gates[0]?.text).toBe('`grep -q good 01.txt`');
  const prd = parsePrd(await made.repository.git('show', `HEAD:${made.workspace}/0001_prd_sample.md`), 'prd').value;
  expect(prd.stories[0]).toMatchObject({
    status: 'in-progress',
    criteria: [
      { text: 'First', checked: true },
      { text: 'Second', checked: true },
      { text: 'Third', checked: false },
    ],
  });
  const log = await made.progress();
  expect(log).toContain('passed (retry 1)');
  expect(log).not.toContain('Iteration 99');
  expect(log).toMatch(/Put back: .*gate/i);
  expect(log).toMatch(/Put back: .*US-001\.1/);
}, 180_000);

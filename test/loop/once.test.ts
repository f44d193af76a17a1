/** One iteration per call, for outer loops that look for RALPH_COMPLETE. */
import { expect, test } from '@jest/globals';
import { planText } from '../support/plan.js';
import { scene } from './scenes.js';

test('iterations add up over several calls, the last one archives, and a block is no completion', async () => {
  const made = await scene({
    plan: planText({
      increments: [
        { id: '01', title: 'Build', gates: ['`grep -q good 01.txt`'] },
        { id: '02', title: 'Look at it', gates: ['It looks good'] },
      ],
    }),
    script: { '01': { write: { '01.txt': 'bad\n' }, print: ['RALPH_COMPLETE'] }, '02': { write: { '02.txt': '2\n' } } },
  });
  const flags = ['--no-prd', '--once', '--allow-manual', '--max-retries', '0'];
  const blocked = await made.start(...flags);
  expect(blocked.exitCode).toBe(3);
  expect(blocked.stdout).not.toMatch(/^RALPH_COMPLETE$/m);

  await made.repository.write('01.txt', 'good\n');
  const first = await made.start(...flags);
  expect(first.exitCode).toBe(0);
  expect(first.stdout.trimEnd().split('\n').at(-1)).toBe('RALPH_COMPLETE');
  expect(made.has(made.planInWorkspace)).toBe(true);
  expect((await made.ralph('status', '0001')).stdout).toContain('— iteration-done');

  const second = await made.start(...flags);
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toMatch(/^RALPH_COMPLETE$/m);
  expect(made.has(made.completedPlan)).toBe(true);

  const log = await made.progress();
  expect(log.match(/^## .*|^- (Increment|Test gate): .*/gm)).toEqual([
    '## Iteration 1',
    '- Increment: 01 — Build',
    '- Test gate: failed (retry 0)',
    '## Iteration 2',
    '- Increment: 01 — Build',
    '- Test gate: passed',
    '## Iteration 3',
    '- Increment: 02 — Look at it',
    '- Test gate: passed',
  ]);
  expect(log).toMatch(/Learnings: Not machine-checked: It looks good$/m);
}, 240_000);

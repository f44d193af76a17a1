import { expect, test } from '@jest/globals';
import { currentDetails } from '../../src/workflows/current-details.js';
import { LoopState } from '../../src/workflows/loop-state.js';
import { loopInput, snapshot } from './input.js';

function details(change: (state: LoopState) => void): string {
  const state = new LoopState(loopInput());
  change(state);
  return currentDetails(state.data, loopInput());
}

test('before set-up there is the name of the plan', () => {
  expect(details(() => undefined)).toContain('0001\\_sample');
});

test('a run at work says at what', () => {
  const text = details((state) => {
    state.learnPlan(snapshot({ '01': 'done', '02': 'in-progress' }));
    state.data.current = {
      iteration: 2,
      increment: { id: '02', title: 'Second' },
      attempt: 3,
      phase: 'implementing',
      gate: undefined,
      gates: [],
    };
  });
  expect(text).toContain('1 of 2 increments done');
  expect(text).toMatch(/02 — Second.*implementing, retry 2/);
  expect(text).toContain('| 02 | Title 02 | in-progress |');
});

test('a blocked run says why, with the output that nothing in it can break out of, and how to go on', () => {
  const tail = 'before\n````\n| cell |\n# heading';
  const text = details((state) =>
    state.blocked('gates', 'Red.', [{ what: 'npm test', sentence: 'exited with 1', tail, logFile: '/log' }], 0),
  );
  expect(text).toContain('`````\nbefore\n````\n| cell |\n# heading\n`````');
  expect(text).toContain('npm test');
  expect(text).toContain('`/log`');
  expect(text).toContain('`ralph resume 0001_sample`');
});

test('a huge plan full of pipes stays a table under 20,000 bytes', () => {
  const text = details((state) => {
    const plan = snapshot(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}`, 'pending'])));
    plan.increments.forEach((increment) => (increment.title = `a | b ${'x'.repeat(200)}`));
    state.learnPlan(plan);
  });
  expect(Buffer.byteLength(text)).toBeLessThan(20_000);
  expect(text).toContain('… and 400 more.');
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.every((row) => row.replaceAll('\\|', '').match(/\|/g)?.length === 4)).toBe(true);
});

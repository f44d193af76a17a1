import { expect, test } from '@jest/globals';
import { elapsed, indent } from '../../src/cli/output.js';
import { statusJson } from '../../src/cli/status-json.js';
import { LoopState } from '../../src/workflows/loop-state.js';
import { loopInput, snapshot } from '../workflows/input.js';

test.each([
  [0, '0s'],
  [-5, '0s'],
  [12_999, '12s'],
  [187_000, '3m 07s'],
  [3_720_000, '1h 02m'],
  [360_000_000, '100h 00m'],
])('%d ms are %s', (ms, text) => {
  expect(elapsed(ms)).toBe(text);
});

test('every line is indented', () => {
  expect(indent('a\n\nb', '  ')).toBe('  a\n  \n  b');
});

test('JSON of a status names the plan by its folder, with its marks beside it', () => {
  const state = new LoopState(loopInput());
  state.learnPlan(snapshot({ '01': 'done' }));
  expect(statusJson('ralph/x/0001_sample', state.status())).toMatchObject({
    run: 'ralph/x/0001_sample',
    plan: '0001_sample',
    title: 'Sample',
    overall: 'in-progress',
    increments: [{ id: '01', status: 'done' }],
    state: 'setting-up',
  });
});

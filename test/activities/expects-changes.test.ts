import { expect, test } from '@jest/globals';
import { namesFiles } from '../../src/activities/expects-changes.js';

test.each([
  ['`src/a.ts`', true],
  ['`src/a.ts` (new)', true],
  ['src/a.ts — the parser', true],
  ['README.md', true],
  ['`docs/`', true],
  ['`src/**`', true],
  ['`src/{a,b}.ts`', true],
  ['a.ts → b.ts', true],
  ['Makefile', true],
  ['`Dockerfile`', true],
  ['none (operational)', false],
  ['None.', false],
  ['any file that fails, e.g. in tests', false],
  ['whatever needs it', false],
  ['', false],
])('%s: %s', (item, expected) => {
  expect(namesFiles({ primaryFiles: [item] })).toBe(expected);
});

test('one item that is a file is enough, and no item is none', () => {
  expect(namesFiles({ primaryFiles: ['whatever needs it', '`a.ts`'] })).toBe(true);
  expect(namesFiles({ primaryFiles: [] })).toBe(false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/index.js';

test('writes accented letters plainly', () => {
  assert.equal(slug('Crème Brûlée'), 'creme-brulee');
});

test('keeps letters of other scripts', () => {
  assert.equal(slug('Привет, мир'), 'привет-мир');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../src/words.js';

test('splits at anything but letters and digits', () => {
  assert.deepEqual(words(' Two words, 1 number! '), ['two', 'words', '1', 'number']);
});

test('finds none in an empty text', () => {
  assert.deepEqual(words(''), []);
});

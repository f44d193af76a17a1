import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capitalize } from '../src/index.js';

test('raises the first letter and leaves the rest', () => {
  assert.equal(capitalize('hello World'), 'Hello World');
});

test('takes an empty text', () => {
  assert.equal(capitalize(''), '');
});

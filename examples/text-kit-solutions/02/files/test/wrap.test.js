import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrap } from '../src/index.js';

test('breaks at spaces', () => {
  assert.equal(wrap('one two three', 8), 'one two\nthree');
});

test('counts the space between two words', () => {
  assert.equal(wrap('one two', 6), 'one\ntwo');
});

test('leaves a long word whole', () => {
  assert.equal(wrap('an incomprehensible word', 5), 'an\nincomprehensible\nword');
});

test('keeps the line breaks of the original', () => {
  assert.equal(wrap('one\n\ntwo', 80), 'one\n\ntwo');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncate } from '../src/index.js';

test('is never longer than the limit', () => {
  for (let limit = 0; limit <= 20; limit += 1) {
    assert.ok([...truncate('all that glitters 🌟', limit)].length <= limit);
  }
});

test('leaves a text that fits', () => {
  assert.equal(truncate('short', 5), 'short');
});

test('puts no space before the ellipsis', () => {
  assert.equal(truncate('a long sentence', 8), 'a long…');
});

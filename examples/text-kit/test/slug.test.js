import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/index.js';

test('joins words by hyphens', () => {
  assert.equal(slug('Hello, world!'), 'hello-world');
});

test('keeps a name in camel case as one word', () => {
  assert.equal(slug('About JavaScript'), 'about-javascript');
});

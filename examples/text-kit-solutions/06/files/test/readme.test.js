import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as kit from '../src/index.js';

test('the readme lists every function', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), Object.keys(kit).sort());
});

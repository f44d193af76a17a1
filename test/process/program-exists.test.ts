import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findProgram } from '../../src/process/program-exists.js';
import { workplace } from './helpers.js';

const { folder, remove } = workplace();
const at = (name: string) => path.join(folder, name);
beforeAll(() => {
  mkdirSync(at('bin/folder'), { recursive: true });
  for (const name of ['bin/tool', 'bin/echo', 'here']) writeFileSync(at(name), '');
  for (const name of ['bin/tool', 'bin/echo', 'here']) chmodSync(at(name), 0o755);
  writeFileSync(at('bin/text'), '');
  chmodSync(at('bin/text'), 0o644);
});
afterAll(remove);

it.each([
  ['tool', 'bin/tool'],
  ['./bin/tool', 'bin/tool'],
  ['echo', 'bin/echo'],
])('finds %s', async (word, file) => {
  expect(await findProgram(word, { path: `/nowhere:${at('bin')}`, cwd: folder })).toBe(at(file));
});

it.each(['cd', '[[', '!', 'test', 'for'])('knows the shell word %s', async (word) => {
  expect(await findProgram(word, { path: '', cwd: folder })).toBe(word);
});

it.each(['text', 'folder', 'none', './none', 'bin/text', '', 'here'])('does not find "%s"', async (word) => {
  expect(await findProgram(word, { path: at('bin'), cwd: folder })).toBeUndefined();
});

it('takes an empty entry of PATH for the working directory', async () => {
  expect(await findProgram('here', { path: '/nowhere:', cwd: folder })).toBe(at('here'));
});

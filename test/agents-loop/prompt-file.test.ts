/** A prompt of one's own: read at the start, kept with the run, refused when it can't be used. */
import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scene } from '../loop/scenes.js';
import { planText } from '../support/plan.js';
import { testRun } from './runs.js';
import { work } from './stand-in.js';

const config = { promptFile: 'tools/prompt.md' };

test('an own template is what agents are told, from the start on until the next start', async () => {
  const files = { 'tools/prompt.md': 'Own words on {{title}}.\n\n{{failures}}\n\n{{gates}}\n' };
  const run = await testRun({ parts: [{}, {}, { write: work }], files, config });
  const { scene: made } = run;
  const told = (iteration: string, attempt: number) =>
    readFile(join(made.runFolder, `iterations/${iteration}-01/attempt-${attempt}/prompt.md`), 'utf8');
  expect(await run.start('--max-retries', '1')).toMatchObject({ exitCode: 3 });
  expect(await told('001', 1)).toMatch(/^Own words on Make 01\.\n\n## The gates\n/);
  expect(await told('001', 2)).toMatch(/^Own words on Make 01\.\n\n## What failed\n/);

  await made.repository.write('tools/prompt.md', 'Other words on {{title}}.\n');
  expect(await made.resume('--note', 'Go on.')).toMatchObject({ exitCode: 0 });
  expect(await told('002', 1)).toContain('Own words on Make 01.');
}, 180_000);

test.each([
  ['is missing', {}, "tools/prompt.md can't be read: ENOENT"],
  ['is empty', { 'tools/prompt.md': '\n' }, 'It is empty.'],
  ['is too large', { 'tools/prompt.md': 'x'.repeat(30_000) }, 'It has 30000 bytes, of which at most 20000 are taken.'],
  [
    'names an unknown variable',
    { 'tools/prompt.md': 'Do {{it}}!\n' },
    'Line 1: there is no variable {{it}}. Known: id,',
  ],
])(
  'a template that %s keeps the run from being started',
  async (_, files, says) => {
    const run = await testRun({ parts: [{ write: work }], files, config });
    const { exitCode, stderr } = await run.start();
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) });
    expect(await run.agent.starts()).toEqual([]);
    expect(await run.scene.repository.isClean()).toBe(true);
  },
  60_000,
);

test('init writes the built-in template, once', async () => {
  const made = await scene({ plan: planText({ increments: [{ id: '01', title: 'One', gates: ['`true`'] }] }) });
  const { exitCode, stdout } = await made.ralph('init', '--prompt');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('ralph-prompt.md') });
  expect(await made.repository.read('ralph-prompt.md')).toContain('\n{{increment}}\n');
  expect(await made.ralph('init', '--prompt')).toMatchObject({ exitCode: 2 });
}, 60_000);

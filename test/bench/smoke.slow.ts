/** The bench can be run: small sizes, and nothing said about time. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { processesWithVariable } from '../support/processes.js';

const program = fileURLToPath(new URL('../../bench/run.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ralph-bench-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function bench(...flags: string[]): Promise<{ exitCode: number; output: string }> {
  // What is installed starts faster; a single test file needs no build.
  const sources = process.env.RALPH_TEST_BUILT ? [] : ['--sources'];
  const args = ['--import', loader, program, '--quick', ...sources, '--results', join(folder, 'results'), ...flags];
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, output };
}

test('measures an iteration, writes what it found, and leaves nothing behind', async () => {
  const { exitCode, output } = await bench('--only', 'a,i');
  expect({ exitCode, output }).toMatchObject({ exitCode: 0, output: expect.stringContaining('loop over bash') });
  const [file] = await readdir(join(folder, 'results'));
  const results = JSON.parse(await readFile(join(folder, 'results', file ?? ''), 'utf8')) as {
    measured: { key: string; rows: { name: string; value: number }[] }[];
  };
  expect(results.measured.map(({ key }) => key)).toEqual(['a', 'i']);
  for (const { rows } of results.measured) {
    expect(rows.map(({ value }) => Number.isFinite(value))).toEqual(rows.map(() => true));
  }
  // tsx keeps its cache there, too.
  expect((await readdir(folder)).filter((name) => name.startsWith('ralph-'))).toEqual([]);
  expect(await processesWithVariable('TMPDIR', folder)).toEqual([]);
}, 240_000);

test('refuses a point that it does not know', async () => {
  const { exitCode, output } = await bench('--only', 'z');
  expect(exitCode).toBe(1);
  expect(output).toContain('There is no point z');
}, 60_000);

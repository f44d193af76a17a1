/** A commit that the log does not tell of, since its run was gone before the entry: the next start mends that, and says so. */
import { afterAll, expect, test } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFolder } from '../../src/workspace/run-folder.js';
import { makeBench, type Bench } from './bench.js';
import { brokenPromises, runOf } from './promises.js';

let bench: Bench;
afterAll(() => bench.remove());

test('is logged by the next start', async () => {
  bench = await makeBench();
  const copy = join(bench.repository.dir, 'docs/exec-plans/active/0001_sample/progress.txt');
  const log = runFolder(bench.stateDir, runOf(bench)).progress;
  expect(await bench.start(['--once'])).toMatchObject({ exitCode: 0 });
  const before = await readFile(log, 'utf8');
  expect(await bench.start(['--once'])).toMatchObject({ exitCode: 0 });
  const [commit] = await bench.repository.log();
  await writeFile(log, before);
  await rm(copy);

  const { exitCode, stderr } = await bench.start();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stderr).toContain('Iteration 2 (02) was committed, not logged');
  const entry = (await readFile(log, 'utf8')).split(/^(?=## )/m).find((text) => text.startsWith('## Iteration 2'));
  expect(entry).toContain('Increment: 02 — Make 02');
  expect(entry).toContain('02.txt');
  expect(entry).toContain(`Commit: ${commit?.hash}`);
  expect(await brokenPromises(bench)).toEqual([]);
}, 120_000);

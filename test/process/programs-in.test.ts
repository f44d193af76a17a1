import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programsIn } from '../../src/process/programs-in.js';

const folder = async () => realpath(await mkdtemp(join(tmpdir(), 'ralph-programs-')));

test('a program counts in the folder where it works, and below', async () => {
  const [here, elsewhere] = [await folder(), await folder()];
  // Its name is that of the file that was started.
  await symlink('/bin/sleep', join(elsewhere, 'ralph-dozer'));
  const child = spawn(join(elsewhere, 'ralph-dozer'), ['60'], { cwd: here });
  await once(child, 'spawn');
  expect(await programsIn('ralph-dozer', [here])).toEqual([child.pid]);
  expect(await programsIn('ralph-dozer', [join(here, '..')])).toEqual([child.pid]);
  expect(await programsIn('ralph-dozer', [elsewhere])).toEqual([]);
  expect(await programsIn('dozer', [here])).toEqual([]);
  child.kill();
  await once(child, 'close');
  await Promise.all([here, elsewhere].map((made) => rm(made, { recursive: true })));
});

/** A git of ours that is killed in the middle: its lock goes, anybody else's stays. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { chmod, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { lockedIndex } from '../../src/activities/free-index.js';
import { openCheckout, type Checkout } from '../../src/git/checkout.js';
import { removeLeftLocks } from '../../src/git/left-locks.js';
import { makeRepository } from '../support/repository.js';
import { increment, makeBench, type Bench } from './bench.js';
import { brokenPromises } from './promises.js';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('the worker is killed', () => {
  /** Kills the worker, and once alone. The record names it. */
  const killWorkerOnce = `test -e .git/killed || { touch .git/killed; kill -9 $(grep -o '"pid": [0-9]*' $RALPH_STATE_DIR/worker.json | grep -o '[0-9]*'); THEN; }`;

  async function make(file: string, text: string): Promise<Bench> {
    const bench = await makeBench({
      increments: [increment('01')],
      files: { '.gitattributes': '*.txt filter=slow\n' },
    });
    cleanUps.push(() => bench.remove());
    await bench.repository.write(file, `#!/bin/bash\n${text}\n`);
    await chmod(join(bench.repository.dir, file), 0o755);
    return bench;
  }

  async function completes(bench: Bench): Promise<void> {
    const { exitCode, stderr } = await bench.start();
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('starting it again');
    expect(await brokenPromises(bench)).toEqual([]);
  }

  test('in a hook, with the index locked', async () => {
    const hook = killWorkerOnce.replace('THEN', 'echo lock > .git/index.lock; sleep 60');
    await completes(await make('.git/hooks/pre-commit', `test -e 01.txt || exit 0; ${hook}`));
  }, 120_000);

  test('in a hook, and git goes on to commit by itself', async () => {
    const hook = killWorkerOnce.replace('THEN', 'true');
    await completes(await make('.git/hooks/pre-commit', `test -e 01.txt || exit 0; ${hook}`));
  }, 120_000);

  test('with its git, which was writing the index', async () => {
    const filter = killWorkerOnce.replace('THEN', 'kill -9 $PPID; sleep 60');
    const bench = await make('.git/slow', `test ! -e .git/index.lock || { ${filter}; }; exec cat`);
    await bench.repository.git('config', 'filter.slow.clean', join(bench.repository.dir, '.git/slow'));
    await completes(bench);
  }, 120_000);
});

describe('a lock', () => {
  async function locked(): Promise<{ checkout: Checkout; lock: string }> {
    const repository = await makeRepository({ files: { 'a.txt': 'a' } });
    cleanUps.push(() => repository.remove());
    await repository.write('.git/index.lock', '');
    const checkout = await openCheckout(repository.dir, { PATH: process.env['PATH'] ?? '' });
    return { checkout, lock: join(checkout.gitDir, 'index.lock') };
  }

  test('that is older than the step which was killed stays', async () => {
    const { checkout, lock } = await locked();
    const made = Date.now() - 60_000;
    await utimes(lock, made / 1000, made / 1000);
    expect(await removeLeftLocks(checkout, made + 1_000, [])).toEqual([]);
    expect(await removeLeftLocks(checkout, made - 1_000, [])).toEqual([lock]);
  });

  test('that nobody releases is told with its file', async () => {
    const { checkout, lock } = await locked();
    expect((await lockedIndex(checkout, 100))?.message).toContain(lock);
  });
});

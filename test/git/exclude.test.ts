import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCheckout } from '../../src/git/checkout.js';
import { excludePatterns, untrack } from '../../src/git/exclude.js';
import { waitForIndexLock } from '../../src/git/index-lock.js';
import { readState } from '../../src/git/state.js';
import { setUp, temporaryFolder, testEnv } from './support.js';

describe('excludePatterns', () => {
  it('adds the line once, after a last line without an end, for all work trees', async () => {
    const { repository, checkout } = await setUp();
    await repository.write('.git/info/exclude', '# mine\r\n*.tmp');
    const tree = join(await temporaryFolder(), 'tree');
    await repository.git('worktree', 'add', '--quiet', tree, '-b', 'other');
    await excludePatterns(await openCheckout(tree, testEnv()), ['progress.txt', '.*.draft']);
    await excludePatterns(checkout, ['progress.txt', '.*.draft']);
    expect(await repository.read('.git/info/exclude')).toBe('# mine\r\n*.tmp\nprogress.txt\n.*.draft\n');
    await repository.write('progress.txt', 'x');
    expect((await readState(checkout)).untracked).toEqual([]);
  });

  it('makes the file when there is none', async () => {
    const { repository, checkout } = await setUp();
    await rm(join(repository.dir, '.git/info'), { recursive: true });
    await excludePatterns(checkout, ['progress.txt', '.*.draft']);
    expect(await repository.read('.git/info/exclude')).toBe('progress.txt\n.*.draft\n');
  });
});

describe('untrack', () => {
  it('takes the file out of the index alone, changed or not, and takes its name literally', async () => {
    const { repository, checkout } = await setUp({ files: { 'a*.txt': 'x', 'ab.txt': 'x' } });
    await repository.write('a*.txt', 'staged');
    await repository.git('add', '.');
    await repository.write('a*.txt', 'later');
    await untrack(checkout, 'a*.txt');
    await untrack(checkout, 'missing.txt');
    expect(await repository.git('ls-files')).toBe('README.md\nab.txt');
    expect(await repository.read('a*.txt')).toBe('later');
  });
});

describe('waitForIndexLock', () => {
  it('comes back when the lock is gone, or the time is up', async () => {
    const { repository, checkout } = await setUp();
    expect(await waitForIndexLock(checkout, { timeoutMs: 0 })).toBe('free');
    await repository.write('.git/index.lock', '');
    expect(await waitForIndexLock(checkout, { timeoutMs: 60 })).toBe('held');
    const waiting = waitForIndexLock(checkout, { timeoutMs: 30_000 });
    await rm(join(repository.dir, '.git/index.lock'));
    expect(await waiting).toBe('free');
  });
});

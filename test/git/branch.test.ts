import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { branchProblem, currentBranch, switchToBranch } from '../../src/git/branch.js';
import { changedRefs, snapshotRefs } from '../../src/git/ref-changes.js';
import { deleteRefs, listRefs, refHash } from '../../src/git/refs.js';
import { addHook, setUp, sh, temporaryFolder } from './support.js';

const NAME = 'ralph/0001-x';

describe('switchToBranch', () => {
  it('makes the branch once, then goes back to it', async () => {
    const { repository, checkout } = await setUp();
    const start = await repository.git('rev-parse', 'HEAD');
    await switchToBranch(checkout, NAME, 'main');
    expect(await currentBranch(checkout)).toBe(NAME);
    sh(repository.dir, 'git commit -q --allow-empty -m more; git switch -q main');
    await switchToBranch(checkout, NAME, 'main');
    expect(await currentBranch(checkout)).toBe(NAME);
    expect(await refHash(checkout, `refs/heads/${NAME}~1`)).toBe(start);
  });

  it('does not take the failure of a hook after it for its own, but reports one', async () => {
    const setup = await setUp();
    await addHook(setup, 'post-checkout', 'exit 1');
    await switchToBranch(setup.checkout, NAME, 'main');
    await expect(switchToBranch(setup.checkout, 'other', 'nowhere')).rejects.toMatchObject({ name: 'GitCommandError' });
    expect(await currentBranch(setup.checkout)).toBe(NAME);
  });

  it('knows that a detached HEAD is on no branch', async () => {
    const { repository, checkout } = await setUp();
    await repository.git('switch', '--quiet', '--detach');
    expect(await currentBranch(checkout)).toBeUndefined();
    expect(await refHash(checkout, 'refs/heads/none')).toBeUndefined();
  });
});

describe('branchProblem', () => {
  it('finds nothing wrong with a new branch, or one that is checked out here', async () => {
    const { repository, checkout } = await setUp();
    expect(await branchProblem(checkout, NAME)).toBeUndefined();
    await repository.git('switch', '--quiet', '--create', NAME);
    expect(await branchProblem(checkout, NAME)).toBeUndefined();
  });

  it.each([
    ['ralph', /named ralph keeps git from making .*git branch -m ralph/],
    ['ralph/0001-x/sub', /named ralph\/0001-x\/sub keeps/],
  ])('names the branch %s that is in the way', async (other, expected) => {
    const { repository, checkout } = await setUp();
    await repository.git('branch', other);
    expect(await branchProblem(checkout, NAME)).toMatch(expected);
  });

  it('refuses a bad name, and a branch that another work tree has', async () => {
    const { repository, checkout } = await setUp();
    expect(await branchProblem(checkout, 'ralph/0001 x')).toMatch(/not a valid name/);
    const tree = join(await temporaryFolder(), 'tree');
    await repository.git('worktree', 'add', '--quiet', tree, '-b', NAME);
    expect(await branchProblem(checkout, NAME)).toContain(`checked out in ${tree}`);
  });
});

describe('refs', () => {
  it('are listed and deleted below a prefix, and only our own', async () => {
    const { repository, checkout } = await setUp();
    const hash = await repository.git('rev-parse', 'HEAD');
    for (const name of ['0001_x/a', '0001_x/b/c', '0001_xy/a'])
      await repository.git('update-ref', `refs/ralph/${name}`, hash);
    expect(await listRefs(checkout, 'refs/ralph/0001_x')).toEqual([
      { name: 'refs/ralph/0001_x/a', hash },
      { name: 'refs/ralph/0001_x/b/c', hash },
    ]);
    expect(await deleteRefs(checkout, 'refs/ralph/0001_x')).toBe(2);
    expect(await deleteRefs(checkout, 'refs/ralph/0001_x')).toBe(0);
    expect((await listRefs(checkout, 'refs')).map(({ name }) => name)).toEqual([
      'refs/heads/main',
      'refs/ralph/0001_xy/a',
    ]);
    await expect(deleteRefs(checkout, 'refs/heads/main')).rejects.toThrow(RangeError);
  });

  it('are compared before and after', async () => {
    const { repository, checkout } = await setUp();
    sh(repository.dir, `git branch gone; git branch moved; git tag t; git branch ${NAME}`);
    const before = await snapshotRefs(checkout);
    const from = await repository.git('rev-parse', 'HEAD');
    sh(
      repository.dir,
      `echo > n; git add n; git stash -q; git commit -q --allow-empty -m x
      git branch -D -q gone; git branch -f moved; git branch -f ${NAME}; git update-ref refs/ralph/k HEAD`,
    );
    const to = await repository.git('rev-parse', 'HEAD');
    expect(changedRefs(before, await snapshotRefs(checkout), [`refs/heads/${NAME}`, 'refs/heads/main'])).toEqual([
      { name: 'refs/heads/gone', from, to: undefined },
      { name: 'refs/heads/moved', from, to },
      { name: 'refs/stash', from: undefined, to: await repository.git('rev-parse', 'refs/stash') },
    ]);
  });
});

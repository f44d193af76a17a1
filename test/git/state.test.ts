import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCheckout } from '../../src/git/checkout.js';
import { identityProblem } from '../../src/git/identity.js';
import { nestedRepositories, readState } from '../../src/git/state.js';
import { setUp, sh, temporaryFolder, testEnv } from './support.js';

const CONFLICT = `
  echo base > f; git add .; git commit -qm base
  git switch -qc side; echo side > f; git commit -qam side
  git switch -q main; echo main > f; git commit -qam main
`;

describe('readState', () => {
  it('reads a clean checkout', async () => {
    const { repository, checkout } = await setUp();
    const clean = { branch: 'main', operation: undefined, changed: [], untracked: [], nested: [], dirtySubmodules: [] };
    expect(await readState(checkout)).toEqual({ head: await repository.git('rev-parse', 'HEAD'), ...clean });
  });

  it('reads odd names, renames and both kinds of change', async () => {
    const { repository, checkout } = await setUp({ files: { 'old name.txt': 'content\n', 'ü.txt': 'x', gone: 'x' } });
    sh(
      repository.dir,
      `git mv 'old name.txt' 'new  name.txt'; echo y > ü.txt; rm gone; mkdir d; echo > $'d/a\\nb'; echo > '"q"'`,
    );
    const state = await readState(checkout);
    expect(state.changed.sort()).toEqual(['gone', 'new  name.txt', 'old name.txt', 'ü.txt'].sort());
    expect(state.untracked.sort()).toEqual(['"q"', 'd/a\nb']);
  });

  it('takes no lock: what git could write down meanwhile it leaves', async () => {
    const { repository, checkout } = await setUp({ files: { 'a.txt': 'a' } });
    const index = () => readFile(join(checkout.gitDir, 'index'));
    const before = await index();
    // As its time says, it could have changed; a person's `git status` notes that it has not.
    await utimes(join(repository.dir, 'a.txt'), 0, 0);
    expect((await readState(checkout)).changed).toEqual([]);
    expect(await index()).toEqual(before);
    await repository.git('status');
    expect(await index()).not.toEqual(before);
  });

  it('knows a detached HEAD', async () => {
    const { repository, checkout } = await setUp();
    await repository.git('switch', '--quiet', '--detach');
    expect((await readState(checkout)).branch).toBeUndefined();
  });

  it.each([
    ['merge', 'git merge side'],
    ['rebase', 'git rebase side'],
    ['cherry-pick', 'git cherry-pick side'],
    ['revert', 'git revert --no-edit HEAD~1'],
    ['bisect', 'git bisect start -q'],
  ])('knows a %s in progress', async (operation, command) => {
    const { repository, checkout } = await setUp();
    sh(repository.dir, `${CONFLICT}\n${command} || true`);
    const state = await readState(checkout);
    expect(state.operation).toBe(operation);
    if (operation !== 'bisect') expect(state.changed).toEqual(['f']);
  });

  it('sees an operation of a work tree there and nowhere else', async () => {
    const { repository, checkout } = await setUp();
    const tree = join(await temporaryFolder(), 'tree');
    sh(
      repository.dir,
      `${CONFLICT}\ngit worktree add -q '${tree}' -b third main; cd '${tree}'; git merge side || true`,
    );
    expect((await readState(await openCheckout(tree, testEnv()))).operation).toBe('merge');
    expect((await readState(checkout)).operation).toBeUndefined();
  });

  it('names dirty submodules', async () => {
    const { repository, checkout } = await setUp();
    const library = await setUp({ files: { 'lib.txt': 'x' } });
    sh(
      repository.dir,
      `git -c protocol.file.allow=always submodule add -q '${library.repository.dir}' 'my lib'; git commit -qm sub`,
    );
    expect((await readState(checkout)).dirtySubmodules).toEqual([]);
    sh(repository.dir, `echo y > 'my lib/lib.txt'`);
    expect(await readState(checkout)).toMatchObject({ dirtySubmodules: ['my lib'], changed: ['my lib'], nested: [] });
  });

  it('fails with what git says when the index is damaged', async () => {
    const { repository, checkout } = await setUp();
    await repository.write('.git/index', 'no index at all');
    await expect(readState(checkout)).rejects.toMatchObject({
      name: 'GitCommandError',
      output: expect.stringMatching(/index/),
    });
  });
});

describe('nestedRepositories', () => {
  it('names other repositories, with and without a commit, staged or not, but no ignored ones', async () => {
    const { repository, checkout } = await setUp({ gitignore: 'vendor/\n' });
    sh(
      repository.dir,
      `
      for r in 'a b' c staged vendor/d; do mkdir -p "$r"; git init -q "$r"; echo x > "$r/f"; done
      for r in 'a b' staged; do (cd "$r"; git add .; git commit -qm x); done
      git add staged 2>/dev/null`,
    );
    expect((await nestedRepositories(checkout)).sort()).toEqual(['a b', 'c', 'staged']);
  });

  it('takes a submodule that is just being added for what it is', async () => {
    const { repository, checkout } = await setUp();
    const library = await setUp();
    sh(repository.dir, `git -c protocol.file.allow=always submodule add -q '${library.repository.dir}' lib`);
    expect(await nestedRepositories(checkout)).toEqual([]);
  });
});

describe('identityProblem', () => {
  it('is nothing with an identity, and a sentence without', async () => {
    const { repository, checkout } = await setUp();
    expect(await identityProblem(checkout)).toBeUndefined();
    await repository.git('config', '--unset', 'user.name');
    await repository.git('config', 'user.useConfigOnly', 'true');
    await repository.git('config', '--unset', 'user.email');
    expect(await identityProblem(checkout)).toMatch(/who you are .*Set user\.name/);
    const env = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' };
    expect(await identityProblem(await openCheckout(repository.dir, testEnv(env)))).toBeUndefined();
    await rm(repository.dir, { recursive: true });
  });
});

import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { currentBranch } from '../../src/git/branch.js';
import { openCheckout } from '../../src/git/checkout.js';
import { git } from '../../src/git/command.js';
import { setUp, sh, temporaryFolder, testEnv } from './support.js';

describe('openCheckout', () => {
  it('finds the checkout of a folder inside it, with real paths', async () => {
    const { repository } = await setUp({ files: { 'a b/ü.txt': 'x' } });
    const link = join(await temporaryFolder(), 'link');
    await symlink(repository.dir, link);
    const checkout = await openCheckout(join(link, 'a b'), testEnv());
    const git = join(repository.dir, '.git');
    expect(checkout).toMatchObject({ top: repository.dir, gitDir: git, commonDir: git });
  });

  it('tells the git directory of a work tree from the shared one', async () => {
    const { repository } = await setUp();
    const tree = join(await temporaryFolder(), 'täglich work');
    await repository.git('worktree', 'add', '--quiet', tree, '-b', 'other');
    const checkout = await openCheckout(tree, testEnv());
    expect(checkout.top).toBe(tree);
    expect(checkout.commonDir).toBe(join(repository.dir, '.git'));
    expect(checkout.gitDir).toBe(join(repository.dir, '.git', 'worktrees', 'täglich-work'));
  });

  it.each([
    ['not-a-repository', 'true'],
    ['no-commit', 'git init -q'],
    ['no-work-tree', 'git init -q --bare'],
    ['refused', 'mkdir -p x && echo "gitdir: nowhere" > .git'],
  ])('refuses with %s', async (code, script) => {
    const dir = await temporaryFolder();
    sh(dir, script);
    await expect(openCheckout(dir, testEnv())).rejects.toMatchObject({ name: 'CheckoutError', code });
  });

  it('refuses a folder that is missing and a machine without git', async () => {
    const dir = await temporaryFolder();
    await mkdir(join(dir, 'empty'));
    await writeFile(join(dir, 'file'), '');
    for (const name of ['none', 'file']) {
      await expect(openCheckout(join(dir, name), testEnv())).rejects.toMatchObject({ code: 'no-directory' });
    }
    await expect(openCheckout(dir, testEnv({ PATH: join(dir, 'empty') }))).rejects.toMatchObject({ code: 'no-git' });
  });

  it('gives a checkout whose commands say so when the folder is gone', async () => {
    const { repository, checkout } = await setUp();
    await rm(repository.dir, { recursive: true });
    await expect(currentBranch(checkout)).rejects.toThrow(/folder .* is gone/);
  });

  it('is not misled by an environment that names editors, programs or another repository', async () => {
    const { repository } = await setUp();
    const other = await setUp();
    const env = testEnv({
      ...{ EDITOR: 'vi', VISUAL: 'vi', GIT_EDITOR: 'vi', PAGER: 'less', GIT_PAGER: 'less', PREFIX: '/x' },
      ...{
        GIT_SSH_COMMAND: 'ssh -v',
        GIT_ASKPASS: '/x',
        SSH_ASKPASS: '/x',
        GIT_EXTERNAL_DIFF: '/x',
        GPG_TTY: '/dev/tty',
      },
      ...{ GIT_DIR: other.checkout.gitDir, GIT_WORK_TREE: other.checkout.top, GIT_INDEX_FILE: '/x' },
      ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: '!f' },
    });
    const checkout = await openCheckout(repository.dir, env);
    expect(checkout.top).toBe(repository.dir);
    expect(checkout.env).toMatchObject({ GIT_EDITOR: ':', GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_COUNT: '1' });
    expect(Object.keys(checkout.env)).not.toEqual(expect.arrayContaining(['GPG_TTY']));
    expect(await git(checkout, ['rev-parse', '--show-toplevel'])).toBe(`${repository.dir}\n`);
  });
});

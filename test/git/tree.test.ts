import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { changedPaths, diffText } from '../../src/git/changes.js';
import { openCheckout } from '../../src/git/checkout.js';
import { refHash } from '../../src/git/refs.js';
import { restoreTree } from '../../src/git/restore-tree.js';
import { saveTree, treeOf } from '../../src/git/saved-tree.js';
import { readState } from '../../src/git/state.js';
import { setUp, sh, temporaryFolder, testEnv } from './support.js';

const REF = 'refs/ralph/0001_x/base';
const FILES = { 'a.txt': 'a\n', 'dir/b c.txt': 'b\n', 'dir/deep/d.txt': 'd\n', 'ü.txt': 'u\n', 'run.sh': 'true\n' };

describe('saveTree and restoreTree', () => {
  it.each([
    ['new, changed, deleted', `echo x > 'n ü.txt'; echo y >> a.txt; rm ü.txt; mkdir n; echo > $'n/l\\nf'`],
    ['renamed and staged', `git mv a.txt z.txt; git add -A`],
    ['mode and symbolic link', `chmod +x run.sh; rm a.txt; ln -s dir/deep a.txt`],
    ['file to folder, folder to file', `rm a.txt; mkdir a.txt; echo > a.txt/x; rm -r dir; echo > dir`],
    ['folder to link out of the tree', `mv dir .git/moved; ln -s .git/moved dir`],
    ['empty folder in the place of a file', `rm a.txt; mkdir -p a.txt/empty`],
    ['everything gone', `git rm -rqf .; rm -rf -- *`],
    ['index deleted', `echo x >> a.txt; echo > new; rm .git/index`],
    ['index overwritten', `echo x >> a.txt; echo > new; echo garbage > .git/index`],
    [
      'staged and then taken back',
      `echo x >> a.txt; git add a.txt; git checkout -q HEAD~0 -- ü.txt; echo a > a.txt; rm untracked.txt`,
    ],
  ])('bring a tree back from: %s', async (_title, script) => {
    const { repository, checkout } = await setUp({ files: FILES });
    sh(repository.dir, `echo mine > untracked.txt; echo changed >> dir/deep/d.txt; rm run.sh; cp a.txt run.sh`);
    const before = await treeOf(checkout);
    const base = await saveTree(checkout, REF, 'base');
    sh(repository.dir, script);
    const other = await treeOf(checkout);
    const there = await saveTree(checkout, 'refs/ralph/0001_x/there', 'there');
    expect(other).not.toBe(before);
    await restoreTree(checkout, base);
    expect(await treeOf(checkout)).toBe(before);
    expect(await repository.git('diff', '--cached', '--name-only')).toBe('');
    await restoreTree(checkout, there);
    expect(await treeOf(checkout)).toBe(other);
    await repository.fsck();
  });

  it('leave ignored files alone, even those that were staged by force', async () => {
    const { repository, checkout } = await setUp({ files: FILES, gitignore: '*.secret\nbuild/\n' });
    const base = await saveTree(checkout, REF, 'base');
    sh(
      repository.dir,
      `mkdir -p new/build; echo k > dir/k.secret; echo o > new/build/o; echo n > new/n; git add -f dir/k.secret`,
    );
    await restoreTree(checkout, base);
    expect(sh(repository.dir, 'cat dir/k.secret new/build/o; ls new')).toBe('k\no\nbuild\n');
  });

  it('take named files along although they are ignored', async () => {
    const { repository, checkout } = await setUp({ gitignore: 'progress.txt\n' });
    await repository.write('progress.txt', 'one\n');
    const base = await saveTree(checkout, REF, 'base', { extraPaths: ['progress.txt', 'missing.txt'] });
    await repository.write('progress.txt', 'two\n');
    await restoreTree(checkout, base);
    expect(await repository.read('progress.txt')).toBe('one\n');
  });

  it('keep what is staged, and the index as it is', async () => {
    const { repository, checkout } = await setUp({ files: FILES });
    sh(repository.dir, 'echo x >> a.txt; git add a.txt; echo y >> a.txt; echo > new');
    const index = await readFile(join(repository.dir, '.git/index'));
    await saveTree(checkout, REF, 'base');
    expect(await readFile(join(repository.dir, '.git/index'))).toEqual(index);
    expect(sh(repository.dir, 'ls .git | grep ralph-index || true')).toBe('');
  });

  it('make no new commit for the same tree, and need no identity', async () => {
    const { repository, checkout } = await setUp();
    sh(
      repository.dir,
      'git config --unset user.name; git config --unset user.email; git config user.useConfigOnly true; echo > new',
    );
    const first = await saveTree(checkout, REF, 'base');
    expect(await saveTree(checkout, REF, 'again')).toBe(first);
    expect(await refHash(checkout, REF)).toBe(first);
    await repository.write('new', 'more');
    const second = await saveTree(checkout, REF, 'base');
    expect(second).not.toBe(first);
    expect(await repository.git('rev-parse', `${second}^`)).toBe(await repository.git('rev-parse', 'HEAD'));
  });

  it('leave nested repositories out and where they are', async () => {
    const { repository, checkout } = await setUp();
    const before = await treeOf(checkout);
    const base = await saveTree(checkout, REF, 'base');
    sh(
      repository.dir,
      `for r in a 'b*'; do git init -q "$r"; echo x > "$r/f"; done; (cd a; git add .; git commit -qm x)`,
    );
    expect(await treeOf(checkout)).toBe(before);
    await repository.write('new', 'x');
    expect(await saveTree(checkout, REF, 'more')).not.toBe(base);
    await restoreTree(checkout, base);
    expect(sh(repository.dir, 'cat a/f b\\*/f; ls')).toBe('x\nx\nREADME.md\na\nb*\n');
    expect((await readState(checkout)).nested.sort()).toEqual(['a', 'b*']);
  });

  it('see a change that leaves size and time as they were', async () => {
    const { repository, checkout } = await setUp({ files: { f: 'one' } });
    const file = join(repository.dir, 'f');
    for (const text of ['two', 'six', 'ten']) {
      const before = await treeOf(checkout);
      const { mtimeMs } = await import('node:fs/promises').then(({ stat }) => stat(join(repository.dir, '.git/index')));
      await repository.write('f', text);
      await utimes(file, mtimeMs / 1000, mtimeMs / 1000);
      expect(await treeOf(checkout)).not.toBe(before);
    }
  });

  it('convert line ends the same way in both directions', async () => {
    const { repository, checkout } = await setUp({ files: { 'w.txt': 'one\ntwo\n' } });
    await repository.git('config', 'core.autocrlf', 'true');
    await repository.git('config', 'core.safecrlf', 'true');
    await repository.write('w.txt', 'one\r\nthree\r\n');
    await repository.write('new.txt', 'n\r\n');
    const before = await treeOf(checkout);
    const base = await saveTree(checkout, REF, 'base');
    sh(repository.dir, 'rm w.txt new.txt');
    await restoreTree(checkout, base);
    expect(await repository.read('w.txt')).toBe('one\r\nthree\r\n');
    expect(await treeOf(checkout)).toBe(before);
  });

  it('work in a work tree of its own, in the middle of a merge, and sweep an old temporary index', async () => {
    const { repository, checkout } = await setUp({ files: { f: 'base\n' } });
    const tree = join(await temporaryFolder(), 'wörk tree');
    sh(
      repository.dir,
      `
      git switch -qc side; echo side > f; git commit -qam side; git switch -q main; echo main > f; git commit -qam main
      git worktree add -q '${tree}' -b third main; cd '${tree}'; git merge side >/dev/null || true; echo > new`,
    );
    const inTree = await openCheckout(tree, testEnv());
    sh(inTree.gitDir, `mkdir ralph-index-old ralph-index-young; touch -d '2 hours ago' ralph-index-old`);
    const before = await treeOf(inTree);
    const base = await saveTree(inTree, REF, 'base');
    sh(tree, 'rm f new');
    await restoreTree(inTree, base);
    expect(await treeOf(inTree)).toBe(before);
    expect(await readState(inTree)).toMatchObject({ operation: undefined, changed: ['f'], untracked: ['new'] });
    expect(sh(inTree.gitDir, 'ls -d ralph-index-*')).toBe('ralph-index-young\n');
    expect(await readState(checkout)).toMatchObject({ changed: [], untracked: [] });
  });

  it('change nothing when the index is locked', async () => {
    const { repository, checkout } = await setUp({ files: FILES });
    const base = await saveTree(checkout, REF, 'base');
    sh(repository.dir, 'echo x >> a.txt; touch .git/index.lock');
    await expect(restoreTree(checkout, base)).rejects.toMatchObject({ name: 'GitCommandError' });
    expect(await repository.read('a.txt')).toBe('a\nx\n');
    await rm(join(repository.dir, '.git/index.lock'));
  });
});

describe('changedPaths and diffText', () => {
  it('compare a commit with everything that is there', async () => {
    const { repository, checkout } = await setUp({ files: FILES });
    sh(
      repository.dir,
      `git mv a.txt z.txt; echo x >> 'dir/b c.txt'; echo > $'n\\nl'; git commit -qam more; rm ü.txt; chmod +x run.sh`,
    );
    expect((await changedPaths(checkout, 'HEAD~1')).sort()).toEqual(
      ['a.txt', 'dir/b c.txt', 'n\nl', 'run.sh', 'z.txt', 'ü.txt'].sort(),
    );
    expect((await changedPaths(checkout, 'HEAD')).sort()).toEqual(['n\nl', 'run.sh', 'ü.txt'].sort());
  });

  it('give the diff, cut at the limit and not within a character', async () => {
    const { repository, checkout } = await setUp();
    expect(await diffText(checkout, 'HEAD', 100)).toEqual({ text: '', truncated: false });
    await repository.write('new.txt', 'ä'.repeat(3_000_000));
    const whole = await diffText(checkout, 'HEAD', 10_000_000);
    expect(whole).toMatchObject({ truncated: false, text: expect.stringContaining('+++ b/new.txt') });
    for (const limit of [1_000, 1_001]) {
      const { text, truncated } = await diffText(checkout, 'HEAD', limit);
      expect(truncated).toBe(true);
      expect(whole.text.startsWith(text)).toBe(true);
      expect(limit - Buffer.byteLength(text)).toBeLessThan(2);
    }
  });

  it('refuse a commit that does not exist', async () => {
    const { checkout } = await setUp();
    await expect(changedPaths(checkout, 'nowhere')).rejects.toMatchObject({ name: 'GitCommandError' });
    await expect(diffText(checkout, 'nowhere', 10)).rejects.toMatchObject({ name: 'GitCommandError' });
  });
});

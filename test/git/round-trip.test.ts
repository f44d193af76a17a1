import { chmod, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { restoreTree } from '../../src/git/restore-tree.js';
import { saveTree, treeOf } from '../../src/git/saved-tree.js';
import { setUp, sh } from './support.js';

/** Few names, of which some are a file here and a folder there, so that edits meet. */
const path = fc.constantFrom(
  'a',
  'a/b',
  'a/b/c',
  'd e/f',
  'd e',
  'ü',
  'ü/ñ',
  'x\ny',
  ':(top)z',
  '-r',
  'skip.log',
  'a/skip.log',
);

type Edit = (top: string) => Promise<unknown>;

const edit: fc.Arbitrary<[string, Edit]> = fc.oneof(
  fc
    .tuple(path, fc.string({ maxLength: 5 }))
    .map(([at, text]): [string, Edit] => [`write ${at}`, (top) => put(top, at, (file) => writeFile(file, text))]),
  fc
    .tuple(path, path)
    .map(([at, to]): [string, Edit] => [`link ${at}`, (top) => put(top, at, (file) => symlink(to, file))]),
  path.map((at): [string, Edit] => [`make folder ${at}`, (top) => put(top, at, (file) => mkdir(file))]),
  path.map((at): [string, Edit] => [`remove ${at}`, (top) => rm(join(top, at), { recursive: true, force: true })]),
  fc
    .tuple(path, fc.constantFrom(0o644, 0o755))
    .map(([at, mode]): [string, Edit] => [`mode ${at}`, (top) => changeMode(join(top, at), mode)]),
  fc
    .tuple(path, path)
    .map(([at, to]): [string, Edit] => [`move ${at} to ${to}`, (top) => rename(join(top, at), join(top, to))]),
  fc
    .constantFrom('add -A', 'reset -q', 'add -A; git commit -qm x', 'stash -qu')
    .map((command): [string, Edit] => [command, (top) => git(top, command)]),
);

/** Takes the place of whatever is there. */
async function put(top: string, at: string, make: (file: string) => Promise<unknown>): Promise<void> {
  const file = join(top, at);
  await rm(file, { recursive: true, force: true });
  await mkdir(dirname(file), { recursive: true });
  await make(file);
}

async function changeMode(file: string, mode: number): Promise<void> {
  if ((await lstat(file)).isFile()) await chmod(file, mode);
}

async function git(top: string, command: string): Promise<void> {
  await Promise.resolve(sh(top, `git ${command}`));
}

async function apply(top: string, edits: [string, Edit][]): Promise<void> {
  // An edit that doesn't fit what is there (a file in the place of a folder) just doesn't happen.
  for (const [, change] of edits) await change(top).catch(() => undefined);
}

async function ignoredFiles(top: string): Promise<string[]> {
  return (await readdir(top, { recursive: true }))
    .filter((name) => name.endsWith('.log') && !name.startsWith('.git'))
    .sort();
}

it('a saved tree comes back whatever happened in between', async () => {
  const edits = fc.array(edit, { minLength: 1, maxLength: 8 });
  const run = async (first: [string, Edit][], second: [string, Edit][]) => {
    const { repository, checkout } = await setUp({ files: { a: '1', 'd e/f': '2', ü: '3' }, gitignore: '*.log\n' });
    await apply(repository.dir, first);
    const before = await treeOf(checkout);
    const saved = await saveTree(checkout, 'refs/ralph/x/saved', 'saved');
    await apply(repository.dir, second);
    const ignored = await ignoredFiles(repository.dir);
    await restoreTree(checkout, saved);
    expect(await treeOf(checkout)).toBe(before);
    expect(await repository.git('diff', '--cached', '--name-only')).toBe('');
    expect(await repository.git('rev-parse', `${saved}^{tree}`)).toBe(before);
    // A folder with ignored files in it gives way where the tree has a file.
    const kept = ignored.filter((name) => name !== 'a/skip.log');
    expect(await ignoredFiles(repository.dir)).toEqual(expect.arrayContaining(kept));
    await repository.remove();
  };
  await fc.assert(fc.asyncProperty(edits, edits, run), { numRuns: 15 });
}, 120_000);

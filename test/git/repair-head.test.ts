import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCheckout, type Checkout } from '../../src/git/checkout.js';
import { repairHead, type HeadRepair } from '../../src/git/repair-head.js';
import { refHash } from '../../src/git/refs.js';
import { treeOf } from '../../src/git/saved-tree.js';
import { readState } from '../../src/git/state.js';
import { setUp, sh, temporaryFolder, testEnv } from './support.js';

const BRANCH = 'ralph/0001-x';

/** A plan's branch two commits after main, which has gone on meanwhile. */
const START = `
  echo base > f; git add .; git commit -qm base; git switch -qc ${BRANCH}
  echo one > one; git add .; git commit -qm one; echo two > two; git add .; git commit -qm two
  git switch -q main; echo main > f; git commit -qam main; git switch -q ${BRANCH}
`;

interface Case {
  dir: string;
  checkout: Checkout;
  commit: string;
  repair: () => Promise<HeadRepair>;
}

async function start(): Promise<Case> {
  const { repository, checkout } = await setUp();
  sh(repository.dir, START);
  const commit = await repository.git('rev-parse', 'HEAD');
  const repair = () => repairHead(checkout, { branch: BRANCH, commit }, (what) => `refs/ralph/0001_x/agent-${what}`);
  return { dir: repository.dir, checkout, commit, repair };
}

describe('repairHead', () => {
  it('has nothing to say when only files changed', async () => {
    const { dir, repair } = await start();
    sh(dir, 'echo x > new; git add new; git stash -q; git branch other');
    expect(await repair()).toEqual({ repaired: [] });
  });

  it.each([
    [
      'committed',
      'echo x > new; git add .; git commit -qm mine',
      [/had moved to/, /kept under refs\/ralph\/0001_x\/agent-branch\.$/],
    ],
    ['amended', 'echo x > new; git add .; git commit -q --amend -m mine', [/had moved to/, /agent-branch/]],
    [
      'made a branch',
      'git switch -qc feature; echo x > new; git add .; git commit -qm mine',
      [/HEAD was on feature/, /agent-head/],
    ],
    ['detached HEAD', 'git switch -q --detach; echo x > new', [/HEAD was detached/]],
    [
      'deleted the branch',
      `git switch -q --detach; git branch -qD ${BRANCH}; echo x > new`,
      [/HEAD was detached/, /was deleted/],
    ],
    ['deleted the branch under itself', `git update-ref -d refs/heads/${BRANCH}; echo x > new`, [/was deleted/]],
    [
      'moved the branch elsewhere',
      `git switch -q --detach; git branch -qf ${BRANCH} main; echo x > new`,
      [/detached/, /moved/, /agent-branch/],
    ],
    [
      'left a merge',
      'echo x > new; echo y > f; git add f; git commit -qm mine; git merge main || true',
      [/merge unfinished/, /moved/, /kept/],
    ],
    [
      'left a cherry-pick',
      'echo y > f; echo x > new; git commit -qam mine; git cherry-pick main || true',
      [/cherry-pick unfinished/, /moved/, /kept/],
    ],
    [
      'left a revert',
      'echo x > new; echo 2 > one; git commit -qam 2; git revert -n HEAD',
      [/revert unfinished/, /moved/, /kept/],
    ],
    ['left a bisect', 'git bisect start -q; echo x > new', [/bisect unfinished/]],
    ['deleted the index', 'rm .git/index; echo x > new', [/index was missing/]],
  ])('puts back and keeps the files when the agent has %s', async (_title, script, expected) => {
    const { dir, checkout, commit, repair } = await start();
    sh(dir, script);
    const files = sh(dir, 'cat f one two new');
    const lost = sh(dir, 'git rev-parse --verify -q HEAD || true').trim();
    const result = await repair();
    expect(result.unsafe).toBeUndefined();
    expect(result.repaired).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    expect(await readState(checkout)).toMatchObject({ head: commit, branch: BRANCH, operation: undefined });
    expect(sh(dir, 'cat f one two new')).toBe(files);
    if (lost !== '')
      expect(sh(dir, `git for-each-ref --contains ${lost} refs/ralph refs/heads/${BRANCH}`)).not.toBe('');
    expect(await repair()).toEqual({ repaired: [] });
  });

  it.each<[string, string, 'branch' | 'head' | undefined]>([
    ['switched to main', 'git switch -q main', 'head'],
    ['went back to an older commit', 'git reset -q --hard HEAD~1', undefined],
    ['rebased', 'git rebase -q main', 'branch'],
    ['left a rebase', `echo y > f; git commit -qam mine; git rebase main || true`, 'branch'],
    ['begun a history without a past', 'git switch -q --orphan fresh; echo x > new', undefined],
  ])('changes nothing when the agent has %s', async (_title, script, saved) => {
    const { dir, checkout, commit, repair } = await start();
    sh(dir, script);
    const look = () => sh(dir, 'cat .git/HEAD; git status --porcelain; git for-each-ref refs/heads');
    const before = look();
    const [branch, head] = await Promise.all([`refs/heads/${BRANCH}`, 'HEAD'].map((ref) => refHash(checkout, ref)));
    const found = { branch, head };
    const result = await repair();
    expect(result.repaired).toEqual([]);
    expect(result.unsafe).toContain(`does not continue ${commit.slice(0, 8)} of ${BRANCH}`);
    expect(look()).toBe(before);
    if (saved) expect(await refHash(checkout, `refs/ralph/0001_x/agent-${saved}`)).toBe(found[saved]);
    else expect(result.unsafe).not.toContain('refs/ralph');
  });

  it('keeps commits of two places, and what an earlier repair kept', async () => {
    const { dir, checkout, repair } = await start();
    sh(dir, `git commit -q --allow-empty -m first`);
    const first = await refHash(checkout, 'HEAD');
    await repair();
    sh(dir, `git commit -q --allow-empty -m second; git switch -qc side HEAD~1; git commit -q --allow-empty -m third`);
    const [second, third] = [await refHash(checkout, `refs/heads/${BRANCH}`), await refHash(checkout, 'HEAD')];
    await repair();
    expect(await refHash(checkout, 'refs/ralph/0001_x/agent-branch')).toBe(first);
    expect(await refHash(checkout, `refs/ralph/0001_x/agent-branch-${second?.slice(0, 8)}`)).toBe(second);
    expect(await refHash(checkout, 'refs/ralph/0001_x/agent-head')).toBe(third);
  });

  it('says why the branch cannot be put back', async () => {
    const { dir, repair } = await start();
    sh(dir, `git switch -qc away; git branch -qD ${BRANCH}; git branch ralph`);
    expect((await repair()).unsafe).toMatch(/can't be put back .*refs\/heads\/ralph/);
  });

  it('works in a work tree, and leaves the other ones alone', async () => {
    const { dir, checkout, commit } = await start();
    const tree = join(await temporaryFolder(), 'tree');
    sh(
      dir,
      `git switch -q main; git worktree add -q '${tree}' ${BRANCH}; cd '${tree}'; echo x > new; git add .; git commit -qm mine`,
    );
    const inTree = await openCheckout(tree, testEnv());
    const before = await treeOf(inTree);
    const { repaired } = await repairHead(inTree, { branch: BRANCH, commit }, (what) => `refs/ralph/x/${what}`);
    expect(repaired).toHaveLength(2);
    expect(await treeOf(inTree)).toBe(before);
    expect((await readState(checkout)).branch).toBe('main');
  });
});

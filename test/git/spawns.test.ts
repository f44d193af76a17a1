import { expect, it } from '@jest/globals';
import { branchProblem, switchToBranch } from '../../src/git/branch.js';
import { changedPaths } from '../../src/git/changes.js';
import { openCheckout, type Checkout } from '../../src/git/checkout.js';
import { commitAll } from '../../src/git/commit.js';
import { repairHead } from '../../src/git/repair-head.js';
import { restoreTree } from '../../src/git/restore-tree.js';
import { saveTree, treeOf } from '../../src/git/saved-tree.js';
import { readState } from '../../src/git/state.js';
import { findCommit } from '../../src/git/trailers.js';
import { counted, setUp } from './support.js';

const OPERATIONS: [string, number, (checkout: Checkout, head: string) => Promise<unknown>][] = [
  ['openCheckout', 1, (checkout) => openCheckout(checkout.top, checkout.env)],
  ['readState', 1, (checkout) => readState(checkout)],
  ['branchProblem', 2, (checkout) => branchProblem(checkout, 'ralph/0001-x')],
  ['switchToBranch', 2, (checkout) => switchToBranch(checkout, 'ralph/0001-x', 'HEAD')],
  ['treeOf', 2, (checkout) => treeOf(checkout)],
  ['saveTree', 5, (checkout) => saveTree(checkout, 'refs/ralph/x', 'x')],
  ['changedPaths', 2, (checkout, head) => changedPaths(checkout, head)],
  ['restoreTree', 3, (checkout, head) => restoreTree(checkout, head)],
  ['commitAll', 3, (checkout) => commitAll(checkout, { message: 'x', trailers: { 'Ralph-Iteration': '1' } })],
  ['findCommit', 1, (checkout) => findCommit(checkout, { trailers: { 'Ralph-Iteration': '1' } })],
  ['repairHead', 2, (checkout, commit) => repairHead(checkout, { branch: 'main', commit }, () => 'refs/ralph/y')],
];

it.each(OPERATIONS)('%s starts git %d times at most', async (_name, most, operation) => {
  const setup = await setUp();
  const { checkout, commands } = await counted(setup);
  await setup.repository.write('new', 'x');
  await operation(checkout, await setup.repository.git('rev-parse', 'HEAD'));
  const started = await commands();
  expect(started.length).toBeGreaterThan(0);
  expect(started.slice(most)).toEqual([]);
});

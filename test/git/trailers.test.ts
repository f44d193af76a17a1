import { describe, expect, it } from '@jest/globals';
import { commitAll } from '../../src/git/commit.js';
import { findCommit, highestIteration, runCommits } from '../../src/git/trailers.js';
import { setUp, sh, type Setup } from './support.js';

async function increment(
  { checkout }: Setup,
  id: string,
  iteration: number,
  subject = `increment ${id}`,
): Promise<string> {
  const trailers = { 'Ralph-Increment': id, 'Ralph-Iteration': String(iteration) };
  const result = await commitAll(checkout, { message: subject, trailers, allowEmpty: true });
  if (result.kind !== 'committed') throw new Error(JSON.stringify(result));
  return result.hash;
}

describe('findCommit', () => {
  it('finds the newest with all trailers, by exact value', async () => {
    const setup = await setUp();
    await increment(setup, '0001_x/1', 1);
    const second = await increment(setup, '0001_x/1', 2, 'äh — "two"');
    await increment(setup, '0001_x/10', 3);
    const { checkout } = setup;
    expect(await findCommit(checkout, { trailers: { 'Ralph-Increment': '0001_x/1' } })).toEqual({
      hash: second,
      subject: 'äh — "two"',
    });
    expect(
      await findCommit(checkout, { trailers: { 'Ralph-Increment': '0001_x/1', 'Ralph-Iteration': '3' } }),
    ).toBeUndefined();
    expect(await findCommit(checkout, { trailers: { 'Ralph-Increment': '0001_x/.' } })).toBeUndefined();
    expect(
      await findCommit(checkout, { trailers: { 'Ralph-Increment': '0001_x/1' }, range: 'HEAD~1..HEAD' }),
    ).toBeUndefined();
  });

  it('takes no text in a body, and no commit of another branch, for it', async () => {
    const setup = await setUp();
    sh(
      setup.repository.dir,
      `git commit -q --allow-empty -m s -m 'Ralph-Increment: 0001_x/1' -m 'as the last one said'; git switch -qc side`,
    );
    await increment(setup, '0001_x/1', 1);
    sh(setup.repository.dir, 'git switch -q main');
    expect(await findCommit(setup.checkout, { trailers: { 'Ralph-Increment': '0001_x/1' } })).toBeUndefined();
  });

  it('is not disturbed by the settings of the person', async () => {
    const setup = await setUp();
    sh(
      setup.repository.dir,
      'git config color.ui always; git config log.showSignature true; git config grep.patternType perl; git config format.pretty oneline',
    );
    const hash = await increment(setup, '0001_x/1', 1);
    expect(await findCommit(setup.checkout, { trailers: { 'Ralph-Iteration': '1' } })).toEqual({
      hash,
      subject: 'increment 0001_x/1',
    });
  });
});

describe('runCommits and highestIteration', () => {
  it('list the commits of one plan, oldest first', async () => {
    const setup = await setUp();
    expect(await runCommits(setup.checkout, '0001_x')).toEqual([]);
    const highest = async () =>
      highestIteration(setup.checkout, '0001_x', await setup.repository.git('rev-parse', 'HEAD'));
    expect(await highest()).toBe(0);
    const first = await increment(setup, '0001_x/01', 1, 'one');
    await increment(setup, '0001_xy/01', 40);
    await increment(setup, '0001_x/02', NaN);
    const second = await increment(setup, '0001_x/RF0-001', 12, 'two');
    await increment(setup, '0001_x/03', 9, 'three');
    expect(await runCommits(setup.checkout, '0001_x')).toEqual([
      { hash: first, subject: 'one', increment: '01', iteration: 1 },
      { hash: second, subject: 'two', increment: 'RF0-001', iteration: 12 },
      expect.objectContaining({ increment: '03', iteration: 9 }),
    ]);
    expect(await highest()).toBe(12);
    await increment(setup, '0001_x/04', 13);
    expect(await highest()).toBe(13);
    await increment(setup, '0001_x/05', 8);
    expect(await highest()).toBe(13);
  });
});

import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkClaim, claimCheckout, readClaim, releaseClaim, type AskClosed } from '../../src/workspace/claim.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function gitDir(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ralph-claim-'));
  folders.push(made);
  return made;
}

const claim = (run: string, token = 'first') => ({ run: `ralph/x/${run}`, token, service: 'embedded', hostId: 'host' });
const answers =
  (answer: Awaited<ReturnType<AskClosed>>): AskClosed =>
  () =>
    Promise.resolve(answer);

describe('a claim', () => {
  test('is taken once, again by its own run, and released by it alone', async () => {
    const dir = await gitDir();
    await claimCheckout(dir, claim('0001_a'), answers('open'));
    await writeFile(join(dir, 'ralph-claim.json.of-a-killed-worker.ralph-draft'), '{');
    await claimCheckout(dir, claim('0001_a'), answers('open'));
    await checkClaim(dir, 'ralph/x/0001_a', 'first');
    await releaseClaim(dir, 'ralph/x/0001_a', 'second');
    expect(await readClaim(dir)).toEqual(claim('0001_a'));
    await releaseClaim(dir, 'ralph/x/0001_a', 'first');
    expect(await readdir(dir)).toEqual([]);
    await expect(checkClaim(dir, 'ralph/x/0001_a', 'first')).rejects.toThrow('no longer holds this checkout');
  });

  test.each([
    ['open', 'ralph resume 0001_a'],
    ['unknown', 'ralph-claim.json'],
  ] as const)('of a run that is %s keeps others out, who are told what to do', async (answer, hint) => {
    const dir = await gitDir();
    await claimCheckout(dir, claim('0001_a'), answers('open'));
    const refused = claimCheckout(dir, claim('0002_b'), answers(answer));
    await expect(refused).rejects.toMatchObject({ code: 'checkout-claimed', hint: expect.stringContaining(hint) });
    expect(await readClaim(dir)).toEqual(claim('0001_a'));
  });

  test('of a closed run is taken over; its own activities see that they have lost it', async () => {
    const dir = await gitDir();
    await claimCheckout(dir, claim('0001_a'), answers('open'));
    await claimCheckout(dir, claim('0001_a', 'second'), answers('closed'));
    await expect(checkClaim(dir, 'ralph/x/0001_a', 'first')).rejects.toMatchObject({ code: 'claim-lost' });
    await checkClaim(dir, 'ralph/x/0001_a', 'second');
  });

  test('is won by one of many who race for a free or a stale one', async () => {
    for (const stale of [false, true]) {
      const dir = await gitDir();
      if (stale) await claimCheckout(dir, claim('0000_old'), answers('open'));
      const closed: AskClosed = ({ run }) => Promise.resolve(run === 'ralph/x/0000_old' ? 'closed' : 'open');
      const racers = Array.from({ length: 20 }, (_, index) => claimCheckout(dir, claim(`0001_${index}`), closed));
      const won = (await Promise.allSettled(racers)).filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(await readdir(dir)).toEqual(['ralph-claim.json']);
    }
  });
});

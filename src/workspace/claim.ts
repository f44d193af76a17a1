/**
 * A run's hold on a checkout: an exclusive file in the checkout's own git directory. At most one run changes a
 * checkout at a time; every activity that changes it looks here first (fencing).
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError, errnoOf } from '../errors.js';
import { clearDrafts, makeExclusively } from '../exclusive-file.js';

export interface Claim {
  run: string;
  token: string;
  /** Address and namespace of the service that knows the run; it may move to another port. */
  service: string;
  hostId: string;
  /** Branch that the checkout was on when it was claimed. */
  base?: string | undefined;
}

/** Asks the service of a claim whether its run is closed. `unknown` when that service can't be asked. */
export type AskClosed = (claim: Claim) => Promise<'open' | 'closed' | 'unknown'>;

const fileName = 'ralph-claim.json';

/**
 * Takes the checkout, also when this run holds it already; a closed run's claim is taken over.
 *
 * @param gitDir the checkout's own git directory (a linked work tree has its own)
 * @throws UserError `checkout-claimed`
 */
export async function claimCheckout(gitDir: string, claim: Claim, askClosed: AskClosed): Promise<void> {
  const file = join(gitDir, fileName);
  for (;;) {
    const holder = await readClaim(gitDir);
    if (holder === undefined) {
      if (!(await makeExclusively(file, JSON.stringify(claim)))) continue;
      return clearDrafts(file);
    }
    if (isSame(holder, claim)) return clearDrafts(file);
    const answer = await askClosed(holder);
    if (answer !== 'closed') throw claimed(gitDir, holder, answer);
    await removeIf(gitDir, holder);
  }
}

export async function readClaim(gitDir: string): Promise<Claim | undefined> {
  try {
    return JSON.parse(readFileSync(join(gitDir, fileName), 'utf8')) as Claim;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws UserError `claim-lost` when another run, or nobody, holds the checkout */
export async function checkClaim(gitDir: string, run: string, token: string): Promise<void> {
  const holder = await readClaim(gitDir);
  if (holder?.run === run && holder.token === token) return;
  throw new UserError(
    'claim-lost',
    `${run} no longer holds this checkout${holder === undefined ? '' : `; ${holder.run} does`}.`,
    'Nothing was changed. Cancel one of the two runs.',
  );
}

export async function releaseClaim(gitDir: string, run: string, token: string): Promise<void> {
  const holder = await readClaim(gitDir);
  if (holder?.run === run && holder.token === token) await rm(join(gitDir, fileName), { force: true });
}

async function removeIf(gitDir: string, stale: Claim): Promise<void> {
  const holder = await readClaim(gitDir);
  if (holder !== undefined && isSame(holder, stale)) await rm(join(gitDir, fileName), { force: true });
}

function isSame(one: Claim, other: Claim): boolean {
  return one.run === other.run && one.token === other.token;
}

function claimed(gitDir: string, holder: Claim, answer: 'open' | 'unknown'): UserError {
  const plan = holder.run.split('/').at(-1) ?? holder.run;
  const file = join(gitDir, fileName);
  return answer === 'open'
    ? new UserError(
        'checkout-claimed',
        `This checkout is held by the run of ${plan} (${holder.run}).`,
        `Resume or cancel it (ralph resume ${plan}, ralph cancel ${plan}), or work in a git worktree of its own.`,
      )
    : new UserError(
        'checkout-claimed',
        `This checkout is held by ${holder.run}, which the service ${holder.service} knows; that service can't be asked.`,
        `Start that service, or, when that run is surely over, delete ${file}.`,
      );
}

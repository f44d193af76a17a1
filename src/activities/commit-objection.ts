/** What must not get into a commit, since history keeps it for good. */
import type { Checkout } from '../git/checkout.js';
import { stagedBlobs, stagedDiff } from '../git/staged-blobs.js';
import { findCredentials } from './credentials.js';

/** Hosts refuse larger files, or warn of them. */
const largestBlob = 50 * 1024 * 1024;
/** So much of a diff is searched; an increment's is far smaller. */
const diffBytes = 16 * 1024 * 1024;

const ways = 'Remove it or ignore it; if it is meant, commit it yourself. Then resume.';

/** Why what is staged must not be committed, in a sentence that never holds the credential; `undefined` when nothing is wrong. */
export async function commitObjection(checkout: Checkout): Promise<string | undefined> {
  const large = (await stagedBlobs(checkout)).find(({ size }) => size > largestBlob);
  if (large !== undefined) {
    const size = Math.round(large.size / (1024 * 1024));
    return `${large.path} has ${size} MB; a file of more than 50 MB is not committed. ${ways}`;
  }
  const [credential] = findCredentials(await stagedDiff(checkout, diffBytes));
  if (credential === undefined) return undefined;
  return `${credential.path} holds what looks like a credential (${credential.what}). ${ways}`;
}

/** What must not get into a commit, since history keeps it for good. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.js';
import { blobSizes, stagedChanges, type StagedBlob } from '../git/staged-changes.js';
import { findCredentials } from './credentials.js';

/** Hosts refuse larger files, or warn of them. */
const largestBlob = 50 * 1024 * 1024;
/** So much of a diff is searched; an increment's is far smaller. */
const diffBytes = 16 * 1024 * 1024;

const ways = 'Remove it or ignore it; if it is meant, commit it yourself. Then resume.';

/** Why what is staged must not be committed, in a sentence that never holds the credential; `undefined` when nothing is wrong. */
export async function commitObjection(checkout: Checkout): Promise<string | undefined> {
  const { blobs, diff } = await stagedChanges(checkout, diffBytes);
  const suspects = await largeOnDisk(checkout, blobs);
  const sizes = await blobSizes(checkout, suspects);
  const large = sizes.findIndex((size) => size > largestBlob);
  if (large >= 0) {
    const size = Math.round((sizes[large] ?? 0) / (1024 * 1024));
    return `${suspects[large]?.path} has ${size} MB; a file of more than 50 MB is not committed. ${ways}`;
  }
  const [credential] = await findCredentials(diff);
  if (credential === undefined) return undefined;
  return `${credential.path}:${credential.line} holds what looks like a credential (${credential.what}). ${ways}`;
}

/** Git is asked only about what a filter might have made large; the others need no question. */
async function largeOnDisk({ top }: Checkout, blobs: StagedBlob[]): Promise<StagedBlob[]> {
  const sizes = await Promise.all(
    blobs.map(({ path }) =>
      lstat(join(top, path)).then(
        ({ size }) => size,
        () => Infinity,
      ),
    ),
  );
  return blobs.filter((_, index) => (sizes[index] ?? 0) > largestBlob / 2);
}

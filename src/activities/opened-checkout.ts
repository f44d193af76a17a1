/** A run's checkout, opened once by a worker: git's answers stay the same as long as its folders and settings do. */
import { statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { openCheckout, type Checkout } from '../git/checkout.js';

interface Opened {
  checkout: Checkout;
  variables: string;
  stamp: string;
}

/** By path; a checkout has one run at a time. */
const opened = new Map<string, Opened>();
const most = 200;

/** As `openCheckout`, which is asked again when the environment, a folder or a setting of the repository is another. */
export async function openOnce(dir: string, env: Record<string, string>): Promise<Checkout> {
  const variables = JSON.stringify(env);
  const known = opened.get(dir);
  if (known?.variables === variables && known.stamp === stampOf(known.checkout)) return known.checkout;
  const checkout = await openCheckout(dir, env);
  if (opened.size >= most) opened.clear();
  opened.set(dir, { checkout, variables, stamp: stampOf(checkout) });
  return checkout;
}

/** Tells folders that were made anew, and settings that were written (`core.worktree` would move the work tree). */
function stampOf({ top, gitDir, commonDir }: Checkout): string {
  const folders = [top, gitDir, commonDir];
  const settings = [join(top, '.git'), join(commonDir, 'config'), join(gitDir, 'config.worktree')];
  return [
    ...folders.map(statIfAny).map((place) => `${place?.dev}:${place?.ino}`),
    ...settings
      .map(statIfAny)
      .map((file) => (file?.isDirectory() ? 'folder' : `${file?.ino}:${file?.size}:${file?.mtimeMs}`)),
  ].join(' ');
}

function statIfAny(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

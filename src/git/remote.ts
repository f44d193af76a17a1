/** Where a branch is pushed to. */
import type { Checkout } from './checkout.js';
import { git, reading, runGit } from './command.js';

/**
 * The remote that `git push` would use for work that started from `base` (git-config(1): `branch.<name>.pushRemote`,
 * `remote.pushDefault`, `branch.<name>.remote`), else `origin`, else the only one; `undefined` when there is none.
 */
export async function pushRemote(checkout: Checkout, base: string): Promise<string | undefined> {
  const remotes = (await git(reading(checkout), ['remote'])).split('\n').filter((name) => name !== '');
  const keys = [`branch.${base}.pushRemote`, 'remote.pushDefault', `branch.${base}.remote`];
  const wanted = await Promise.all(keys.map((key) => setting(checkout, key)));
  const named = [...wanted, 'origin'].find((name) => name !== undefined && remotes.includes(name));
  return named ?? (remotes.length === 1 ? remotes[0] : undefined);
}

async function setting(checkout: Checkout, key: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(checkout, ['config', '--get', key]);
  return code === 0 ? stdout.toString().trimEnd() : undefined;
}

/** Who commits. */
import type { Checkout } from './checkout.js';
import { runGit, withEnv } from './command.js';
import { ENGLISH } from './environment.js';

/** A sentence when git has no name or address for the commits it is to make; `undefined` when it has. */
export async function identityProblem(checkout: Checkout): Promise<string | undefined> {
  const answers = await Promise.all(
    ['GIT_COMMITTER_IDENT', 'GIT_AUTHOR_IDENT'].map((name) => runGit(withEnv(checkout, ENGLISH), ['var', name])),
  );
  const refused = answers.find(({ code }) => code !== 0);
  if (!refused) return undefined;
  const said = refused.stderr.split('\n').find((line) => line.startsWith('fatal:')) ?? 'no reason given';
  return `git can't commit in ${checkout.top}: it doesn't know who you are (${said}). Set user.name and user.email with git config.`;
}

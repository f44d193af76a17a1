/** Finds commits that another hand made in the plan's own convention. */
import type { Checkout } from './checkout.js';
import { git, reading } from './command.js';

/** Newest commit reachable from HEAD whose subject is exactly this one, or `undefined`. @throws GitCommandError */
export async function findSubject(checkout: Checkout, subject: string): Promise<string | undefined> {
  const text = await git(reading(checkout), ['log', '--fixed-strings', `--grep=${subject}`, '--format=%H %s']);
  const line = text.split('\n').find((candidate) => candidate.slice(candidate.indexOf(' ') + 1) === subject);
  return line?.slice(0, line.indexOf(' '));
}

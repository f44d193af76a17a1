/** Finds commits again by the trailers at the end of their messages (git-interpret-trailers(1)). */
import type { Checkout } from './checkout.js';
import { git, GitCommandError, reading } from './command.js';

/** Value by name. */
export type Trailers = Record<string, string>;

/** `<plan folder>/<increment id>` */
export const INCREMENT_TRAILER = 'Ralph-Increment';
/** A number from 1. */
export const ITERATION_TRAILER = 'Ralph-Iteration';

export interface FoundCommit {
  hash: string;
  subject: string;
}

export interface RunCommit extends FoundCommit {
  /** Id in the plan. */
  increment: string;
  iteration: number;
}

/** A commit and the values of the trailers that were asked for, by name. */
export interface ReadCommit extends FoundCommit {
  values: Record<string, string[]>;
}

/** Between fields of a commit, and between values of one trailer: control characters that no message holds. */
const FIELD = '\x1e';
const VALUE = '\x1f';

/**
 * The newest commit that has all of the trailers, with exactly these values.
 * `range` is a revision range; everything reachable from HEAD without it. @throws GitCommandError
 */
export async function findCommit(
  checkout: Checkout,
  { trailers, range = 'HEAD' }: { trailers: Trailers; range?: string },
): Promise<FoundCommit | undefined> {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}`);
  const commits = await readCommits(checkout, Object.keys(trailers), [...prefilter(lines), range]);
  const found = commits.find((commit) => hasTrailers(commit, trailers));
  return found && { hash: found.hash, subject: found.subject };
}

/** The commits of a plan's increments in a range, oldest first. @throws GitCommandError */
export async function runCommits(checkout: Checkout, planFolder: string, range = 'HEAD'): Promise<RunCommit[]> {
  const filter = prefilter([`${INCREMENT_TRAILER}: ${planFolder}/`]);
  const commits = await readCommits(checkout, [INCREMENT_TRAILER, ITERATION_TRAILER], [...filter, '--reverse', range]);
  return commits.flatMap(({ hash, subject, values }) => {
    const increment = values[INCREMENT_TRAILER]?.find((value) => value.startsWith(`${planFolder}/`));
    const iteration = Number(values[ITERATION_TRAILER]?.[0]);
    if (increment === undefined || !Number.isSafeInteger(iteration)) return [];
    return [{ hash, subject, increment: increment.slice(planFolder.length + 1), iteration }];
  });
}

/** The highest iteration among a plan's commits, and the commit up to which they were looked at; by checkout and plan. */
const seen = new Map<string, { head: string; highest: number }>();

/**
 * The highest iteration among a plan's commits; 0 when there is none. The whole history is read once: later calls look
 * at what has come since. Numbers only grow, also when commits are taken back meanwhile.
 *
 * @param head hash of HEAD's commit
 * @throws GitCommandError
 */
export async function highestIteration(checkout: Checkout, planFolder: string, head: string): Promise<number> {
  const key = `${checkout.gitDir}\0${planFolder}`;
  const before = seen.get(key);
  if (before?.head === head) return before.highest;
  const commits = await commitsSince(checkout, planFolder, before?.head, head);
  const highest = commits.reduce((most, { iteration }) => Math.max(most, iteration), before?.highest ?? 0);
  seen.set(key, { head, highest });
  return highest;
}

/** Tells of a commit that has just been made on top of what `highestIteration` has seen, which spares it a look. */
export function rememberIteration(
  checkout: Checkout,
  planFolder: string,
  made: { parent: string; head: string; iteration: number },
): void {
  const key = `${checkout.gitDir}\0${planFolder}`;
  const before = seen.get(key);
  if (before?.head !== made.parent) return;
  seen.set(key, { head: made.head, highest: Math.max(before.highest, made.iteration) });
}

/** Where the earlier commit is gone by now, all of them. */
async function commitsSince(checkout: Checkout, planFolder: string, since: string | undefined, head: string) {
  if (since === undefined) return runCommits(checkout, planFolder, head);
  try {
    return await runCommits(checkout, planFolder, `${since}..${head}`);
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    return runCommits(checkout, planFolder, head);
  }
}

export function hasTrailers(commit: ReadCommit, trailers: Trailers): boolean {
  return Object.entries(trailers).every(([name, value]) => commit.values[name]?.includes(value));
}

/** Commits selected by arguments of `git log`, with the values of the named trailers. @throws GitCommandError */
export async function readCommits(checkout: Checkout, names: string[], select: string[]): Promise<ReadCommit[]> {
  const fields = names.map((name) => `%(trailers:key=${name},valueonly,unfold,separator=%x1f)`);
  const format = ['%H', '%s', ...fields].join('%x1e');
  const plain = ['--no-color', '--no-show-signature', '--encoding=UTF-8'];
  const text = await git(reading(checkout), ['log', '-z', ...plain, `--format=${format}`, ...select, '--']);
  return text
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [hash = '', subject = '', ...found] = entry.split(FIELD);
      return {
        hash,
        subject,
        values: Object.fromEntries(names.map((name, index) => [name, found[index]?.split(VALUE) ?? []])),
      };
    });
}

/** HEAD's commit, with the values of the named trailers and the files that it changed. @throws GitCommandError */
export async function readHeadCommit(checkout: Checkout, names: string[]): Promise<ReadCommit & { files: string[] }> {
  const select = ['--max-count=1', '--name-only', '--no-renames', 'HEAD'];
  // The names follow behind the commit as further entries, the first of them on a new line.
  const [commit, ...files] = await readCommits(checkout, names, select);
  if (commit === undefined) throw new GitCommandError('log', 0, 'there is no commit');
  return { ...commit, files: files.map(({ hash }) => hash.replace(/^\n/, '')) };
}

/** Lets git drop the commits whose message can't match, before anything is formatted. */
function prefilter(lines: string[]): string[] {
  return ['--fixed-strings', '--all-match', ...lines.map((line) => `--grep=${line}`)];
}

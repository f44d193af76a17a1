/** Commits of the plan that its log does not tell of: the run that made them was ended, or forgotten, before the entry. */
import { parsePlan } from '../documents/parse-plan.js';
import { hasEntry } from '../documents/progress.js';
import type { ProgressEntry } from '../documents/types.js';
import { commitTime, filesOfCommit } from '../git/commit-facts.js';
import { runCommits, type RunCommit } from '../git/trailers.js';
import { readDocument } from '../workspace/document-file.js';
import type { Documents, Held } from './context.js';

/** @param since commit behind which the plan's commits lie @returns the entries that the log lacks, by what git knows */
export async function unlogged(held: Held, documents: Documents, log: string, since: string): Promise<ProgressEntry[]> {
  const commits = await runCommits(held.checkout, held.ref.planFolder, `${since}..HEAD`);
  const missing = commits.filter(({ iteration }) => !hasEntry(log, iteration));
  if (missing.length === 0) return [];
  const { increments } = parsePlan(await readDocument(documents.plan), documents.located.plan).value;
  const titleOf = (commit: RunCommit) => increments.find(({ id }) => id === commit.increment)?.title ?? commit.subject;
  return Promise.all(missing.map((commit) => entryOf(held, commit, titleOf(commit))));
}

async function entryOf(held: Held, { hash, increment, iteration }: RunCommit, title: string): Promise<ProgressEntry> {
  const [filesChanged, timestamp] = await Promise.all([
    filesOfCommit(held.checkout, hash),
    commitTime(held.checkout, hash),
  ]);
  const learnings = ['Logged later, from the commit: the run that made it got no further'];
  return {
    ...{ iteration, increment, title, status: 'done', filesChanged, learnings, commit: hash, timestamp },
    // Nothing else is committed.
    testGate: 'passed',
  };
}

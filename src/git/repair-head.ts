/** Undoes what an agent did to HEAD and the plan's branch; the files stay as it left them. */
import { currentBranch } from './branch.js';
import type { Checkout } from './checkout.js';
import { git, GitCommandError } from './command.js';
import { repairIndex } from './index-file.js';
import { operationInProgress, quitOperation, type Operation } from './operation.js';
import { isAncestor, resolveObjects, updateRefs } from './refs.js';

export interface ExpectedHead {
  /** Short name. */
  branch: string;
  /** Where the branch stood, as a full hash. */
  commit: string;
}

export interface HeadRepair {
  /** What was found and put back, in sentences; empty when all was as expected. */
  repaired: string[];
  /** Why nothing was put back, and what to do; what the agent had committed is saved even then. */
  unsafe?: string;
}

/** What is kept: the commits of the plan's branch, or those of wherever HEAD is. */
export type StrayKind = 'branch' | 'head';

interface Found {
  /** Branch that HEAD is on; `undefined` when detached. */
  on: string | undefined;
  /** HEAD's commit; `undefined` on a branch without one. */
  head: string | undefined;
  /** Where the plan's branch stands; `undefined` when it is gone. */
  branch: string | undefined;
  operation: Operation | undefined;
}

/**
 * Puts HEAD back on the plan's branch and the branch back to its commit, ends an unfinished merge or rebase, and makes
 * a missing index anew. Commits that this would lose sight of are first kept under `saveRef(kind)`; a ref of that name
 * that keeps something else gets a sibling. The files are taken over only if they can stem from `expected.commit`: when
 * HEAD is at another history (a switch to `main`, a rebase), committing them would undo or mix in the work of others.
 * Safe to run again. @throws GitCommandError
 */
export async function repairHead(
  checkout: Checkout,
  expected: ExpectedHead,
  saveRef: (what: StrayKind) => string,
): Promise<HeadRepair> {
  const found = await look(checkout, expected);
  const saved = await saveStrays(checkout, expected, found, saveRef);
  if (!(await stemsFrom(checkout, expected, found))) return { repaired: [], unsafe: unsafe(expected, found, saved) };
  const repaired: string[] = [];
  if (found.operation) {
    await quitOperation(checkout, found.operation);
    repaired.push(`The agent left a ${found.operation} unfinished: it was ended, the files stay as they are.`);
  }
  try {
    await putBack(checkout, expected, found);
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    return {
      repaired,
      unsafe: `${expected.branch} can't be put back to ${short(expected.commit)}: ${error.output.trim()}. ${kept(saved)}`,
    };
  }
  repaired.push(...tell(expected, found, saved));
  if (await repairIndex(checkout)) repaired.push('The index was missing or damaged: it was made anew from HEAD.');
  return { repaired };
}

async function look(checkout: Checkout, { branch }: ExpectedHead): Promise<Found> {
  const [on, [head, at], operation] = await Promise.all([
    currentBranch(checkout),
    resolveObjects(checkout, ['HEAD', `refs/heads/${branch}`]),
    operationInProgress(checkout.gitDir),
  ]);
  return { on, head, branch: at, operation };
}

/** Keeps what won't be reachable from the branch any more, and returns the refs' names. */
async function saveStrays(
  checkout: Checkout,
  { commit }: ExpectedHead,
  found: Found,
  saveRef: (what: StrayKind) => string,
): Promise<string[]> {
  const strays: [StrayKind, string][] = [];
  for (const kind of ['branch', 'head'] as const) {
    const hash = found[kind];
    if (hash === undefined || strays.some(([, other]) => other === hash)) continue;
    if (hash !== commit && !(await isAncestor(checkout, hash, commit))) strays.push([kind, hash]);
  }
  if (strays.length === 0) return [];
  const wanted = strays.map(([kind]) => saveRef(kind));
  const holders = await resolveObjects(checkout, wanted);
  const names = strays.map(([, hash], index) => freeName(wanted[index] ?? '', holders[index], hash));
  await updateRefs(
    checkout,
    strays.map(([, hash], index) => `update ${names[index]} ${hash}`),
  );
  return names;
}

function freeName(wanted: string, holds: string | undefined, hash: string): string {
  return holds === undefined || holds === hash ? wanted : `${wanted}-${short(hash)}`;
}

/** Whether the files can be the work of someone who started at the expected commit. */
async function stemsFrom(checkout: Checkout, { branch, commit }: ExpectedHead, { on, head }: Found): Promise<boolean> {
  // On a branch that was deleted under it, HEAD has no commit, and the files are untouched.
  if (head === undefined) return on === branch;
  if (head === commit || (await isAncestor(checkout, commit, head))) return true;
  // Amended: another commit in the same place.
  const [mine, theirs] = await Promise.all(
    [commit, head].map((hash) => git(checkout, ['show', '-s', '--format=%P', hash, '--'])),
  );
  return mine === theirs && mine !== '\n';
}

async function putBack(checkout: Checkout, { branch, commit }: ExpectedHead, found: Found): Promise<void> {
  const ref = `refs/heads/${branch}`;
  if (found.branch !== commit) await updateRefs(checkout, [`update ${ref} ${commit}`]);
  if (found.on !== branch) await git(checkout, ['symbolic-ref', '-m', 'ralph', 'HEAD', ref]);
}

function tell({ branch, commit }: ExpectedHead, found: Found, saved: string[]): string[] {
  const told: string[] = [];
  if (found.on !== branch) told.push(`HEAD was ${whereabouts(found)}: it is on ${branch} again.`);
  if (found.branch !== commit) {
    const was = found.branch === undefined ? 'was deleted' : `had moved to ${short(found.branch)}`;
    told.push(`${branch} ${was}: it is back at ${short(commit)}, the files stay as they are.`);
  }
  if (saved.length > 0) told.push(kept(saved));
  return told;
}

function unsafe({ branch, commit }: ExpectedHead, found: Found, saved: string[]): string {
  return (
    `HEAD is ${whereabouts(found)}, which does not continue ${short(commit)} of ${branch}: the files may stem from ` +
    `elsewhere, so nothing was put back. ${kept(saved)} Put ${branch} back to ${short(commit)} with the files you want, then resume.`
  );
}

function whereabouts({ on, head }: Found): string {
  const at = head === undefined ? 'without a commit' : `at ${short(head)}`;
  return on === undefined ? `detached ${at}` : `on ${on} ${at}`;
}

function kept(refs: string[]): string {
  return refs.length === 0 ? 'No commit is lost.' : `What was committed there is kept under ${refs.join(' and ')}.`;
}

function short(hash: string): string {
  return hash.slice(0, 8);
}

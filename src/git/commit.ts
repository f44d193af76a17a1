/** Commits the work tree, with the repository's hooks. */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { git, GitCommandError, runGit, type GitResult } from './command.js';
import { stageAll } from './stage.js';
import { hasTrailers, readHeadCommit, type Trailers } from './trailers.js';

export interface CommitRequest {
  /** Subject, and body if there is one; without the trailers. */
  message: string;
  /** Added as the message's last paragraph, and looked for afterwards: a hook may rewrite the message. */
  trailers?: Trailers;
  /** Files to commit although they are ignored, from the top. */
  forcePaths?: string[];
  /** Commit even if nothing changed. */
  allowEmpty?: boolean;
  /** Looks at what is staged; a sentence keeps the commit from being made. */
  objection?: (checkout: Checkout) => Promise<string | undefined>;
  /** Ends git when aborted; the index may stay locked. */
  signal?: AbortSignal;
}

export type CommitResult =
  /** `files` from the top, the hooks' own among them. */
  | { kind: 'committed'; hash: string; files: string[] }
  /** The commit stands, but can't be found again by its trailers. */
  | { kind: 'trailers-lost'; hash: string }
  /** A hook said no to the files; the end of what it printed. The changes stay staged. */
  | { kind: 'hook-failed'; output: string }
  /** A hook said no to the message, or failed to prepare it. The changes stay staged. */
  | { kind: 'message-refused'; output: string }
  /** Anything else: no identity, a signature that needs a person, a locked index. */
  | { kind: 'failed'; output: string }
  /** The caller's own objection; the changes stay staged. */
  | { kind: 'objected'; output: string }
  | { kind: 'nothing' };

/** Of a failing commit so many characters of output are kept. */
const TAIL = 4_000;

/** Stages everything (see `stageAll`) and commits it. What goes wrong with that is a result, not an exception. */
export async function commitAll(checkout: Checkout, request: CommitRequest): Promise<CommitResult> {
  const trailers = request.trailers ?? {};
  try {
    await stageAll(checkout, request.forcePaths);
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    return { kind: 'failed', output: error.output.slice(-TAIL) };
  }
  const objection = await request.objection?.(checkout);
  if (objection !== undefined) return { kind: 'objected', output: objection };
  // Only white space is cleaned up: a title that starts with "#" is no comment.
  const args = [
    'commit',
    '--quiet',
    '--cleanup=whitespace',
    '--file=-',
    ...(request.allowEmpty ? ['--allow-empty'] : []),
  ];
  await rm(messageFile(checkout), { force: true });
  const commit = await runGit(checkout, args, {
    hooks: true,
    input: compose(request.message, trailers),
    ...(request.signal ? { signal: request.signal } : {}),
  });
  return commit.code === 0 ? verify(checkout, trailers) : explain(checkout, commit, request.allowEmpty ?? false);
}

function compose(message: string, trailers: Trailers): string {
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}`);
  return `${[message.trimEnd(), lines.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

async function verify(checkout: Checkout, trailers: Trailers): Promise<CommitResult> {
  const commit = await readHeadCommit(checkout, Object.keys(trailers));
  if (!hasTrailers(commit, trailers)) return { kind: 'trailers-lost', hash: commit.hash };
  return { kind: 'committed', hash: commit.hash, files: commit.files };
}

async function explain(checkout: Checkout, commit: GitResult, allowEmpty: boolean): Promise<CommitResult> {
  const output = `${commit.stdout.toString()}${commit.stderr}`.trim().slice(-TAIL);
  // git exits with 1 when a hook fails or nothing is staged, and with 128 for its own errors.
  if (commit.code !== 1) return { kind: 'failed', output };
  if (!allowEmpty && (await nothingStaged(checkout))) return { kind: 'nothing' };
  return { kind: (await exists(messageFile(checkout))) ? 'message-refused' : 'hook-failed', output };
}

/** Written by git after the pre-commit hook has passed, and before the hooks that see the message (githooks(5)). */
function messageFile({ gitDir }: Checkout): string {
  return join(gitDir, 'COMMIT_EDITMSG');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function nothingStaged(checkout: Checkout): Promise<boolean> {
  return (await git(checkout, ['diff-index', '--cached', '--name-only', 'HEAD', '--'])) === '';
}

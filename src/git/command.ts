/** One git command; what it printed and its exit code are a value. */
import { forkServer } from '../process/fork-server/client.js';
import { runHere } from './run-here.js';

/** Where a command runs: the top folder of a checkout and the environment made by `gitEnvironment`. */
export interface Place {
  top: string;
  env: Record<string, string>;
}

export interface RunOptions {
  /** Text for standard input, which is empty otherwise (and always closed). */
  input?: string;
  /** Kills git when aborted; the promise is then rejected. */
  signal?: AbortSignal;
  /** The command may run hooks: a program that one of them left behind must not be awaited. */
  hooks?: boolean;
  /** Stops git once it has printed so many bytes; what was printed until then counts. */
  maxBytes?: number;
}

export interface GitResult {
  /** Exit code; -1 when it was stopped at `maxBytes`. */
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** A command as it travels to a fork server. */
export interface GitRequest {
  place: Place;
  args: string[];
  options: Omit<RunOptions, 'signal'>;
}

/** `unstarted` says why git could not be started; `killed` is what one that a signal ended had said. */
export type GitOutcome = GitResult | { code: number; unstarted: string } | { killed: string };

/** A git command that failed although nothing about the repository's state explains it. */
export class GitCommandError extends Error {
  override name = 'GitCommandError';

  constructor(
    readonly command: string,
    readonly exitCode: number,
    readonly output: string,
  ) {
    super(`git ${command} failed (exit code ${exitCode}): ${output.trim() || 'it printed nothing'}`);
  }
}

/**
 * A signal that nobody here sent has ended git: that answers no question, and locks of its may have stayed. No
 * `GitCommandError`, since those are taken for what git has to say of the repository.
 */
export class GitKilled extends Error {
  override name = 'GitKilled';

  constructor(command: string, output: string) {
    super(`git ${command} was ended by a signal${output.trim() === '' ? '' : `: ${output.trim()}`}`);
  }
}

/**
 * Runs git and returns what came of it, whatever the exit code; through this process's fork server where there is one.
 * @throws GitCommandError when git can't be started; `GitKilled`; another error when `signal` aborts.
 */
export async function runGit(place: Place, args: string[], options: RunOptions = {}): Promise<GitResult> {
  const { signal, ...rest } = options;
  const { top, env } = place;
  const request: GitRequest = { place: { top, env }, args, options: rest };
  const server = forkServer();
  const outcome = await (server === undefined
    ? runHere(request, signal)
    : server.call<GitOutcome>('git', request, signal));
  if ('unstarted' in outcome) throw new GitCommandError(args.join(' '), outcome.code, outcome.unstarted);
  if ('killed' in outcome) throw new GitKilled(args.join(' '), outcome.killed);
  // Between processes a Buffer becomes the array of bytes that it is.
  return { ...outcome, stdout: Buffer.from(outcome.stdout) };
}

/** Runs git and returns its standard output. @throws GitCommandError for every exit code but 0; `GitKilled`. */
export async function git(place: Place, args: string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runGit(place, args, options);
  if (code !== 0) throw new GitCommandError(args.join(' '), code, stderr || stdout.toString());
  return stdout.toString();
}

/** The place with further variables. */
export function withEnv<P extends Place>(place: P, env: Record<string, string>): P {
  return { ...place, env: { ...place.env, ...env } };
}

/** The place for commands that only read: they take no lock, so they never stand in the way of another git. */
export function reading<P extends Place>(place: P): P {
  return withEnv(place, { GIT_OPTIONAL_LOCKS: '0' });
}

/** Runs one git command through simple-git; what it printed and its exit code are a value. */
import { GitConstructError, GitPluginError, simpleGit, type SimpleGit, type SimpleGitOptions } from 'simple-git';

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
  /** Exit code; -1 when a signal ended it. */
  code: number;
  stdout: Buffer;
  stderr: string;
}

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
 * simple-git refuses settings that run programs, so that a stranger's arguments can't. Here the arguments are this
 * room's own and the environment is that of the user who started the run: all of it is meant.
 */
const TRUSTED = Object.fromEntries(
  [
    ...[
      'Alias',
      'AskPass',
      'CommandBinaries',
      'ConfigPaths',
      'ConfigEnvCount',
      'CredentialHelper',
      'Editor',
      'MergeDriver',
    ],
    ...[
      'Pager',
      'ProtocolOverride',
      'Pack',
      'SshCommand',
      'GitProxy',
      'Exec',
      'HooksPath',
      'DiffExternal',
      'DiffTextConv',
    ],
    ...['Filter', 'FsMonitor', 'GpgProgram', 'TemplateDir', 'Include', 'Submodule', 'UrlRewrite'],
  ].map((category) => [`allowUnsafe${category}`, true]),
) as NonNullable<SimpleGitOptions['unsafe']>;

/** A background clean-up after a commit would outlive the step, and a submodule is never moved behind its owner's back. */
const CONFIG = ['maintenance.auto=false', 'submodule.recurse=false'];

/**
 * A program that a hook left running may hold git's output open: so long after git's end, in ms, it is no longer
 * awaited. Each command that may run hooks keeps Node alive for so long, so the others wait for the end of output alone.
 */
const DRAIN_MS = 1_000;

/** A simple-git instance for a place, with the rules of this room. */
export function gitAt(place: Place, options: Partial<SimpleGitOptions> = {}): SimpleGit {
  const git = simpleGit({
    baseDir: place.top,
    config: CONFIG,
    allowEnvironment: Object.keys(place.env),
    // Without the second flag hooks would inherit a variable that makes git refuse abbreviated options in them.
    unsafe: { ...TRUSTED, allowAbbreviatedOptions: true },
    completion: { onClose: true, onExit: DRAIN_MS },
    input: () => Buffer.alloc(0),
    ...options,
  });
  // simple-git waits another 50 ms for the output of a command that printed nothing; an empty chunk tells it that none comes.
  return git.env(place.env).outputHandler((_command, stdout) => {
    stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
  });
}

/**
 * Runs git and returns what came of it, whatever the exit code. An instance per command, because simple-git rejects
 * everything queued behind a failure.
 * @throws GitCommandError when git can't be started, GitPluginError when `signal` aborts.
 */
export async function runGit(place: Place, args: string[], options: RunOptions = {}): Promise<GitResult> {
  const enough = new AbortController();
  const signals = [enough.signal, ...(options.signal ? [options.signal] : [])];
  let result: Parameters<NonNullable<SimpleGitOptions['errors']>>[1] | undefined;
  const git = open(place, args, {
    ...(options.input === undefined ? {} : { input: () => Buffer.from(options.input ?? '') }),
    ...(options.signal || options.maxBytes !== undefined ? { abort: AbortSignal.any(signals) } : {}),
    ...(options.hooks ? {} : { completion: { onClose: true, onExit: false } }),
    errors: (error, outcome) => {
      result = outcome;
      return error instanceof GitPluginError && !enough.signal.aborted ? error : undefined;
    },
  });
  if (options.maxBytes !== undefined) stopAfter(git, options.maxBytes, enough);
  await git.raw(args);
  const { exitCode, stdOut, stdErr } = result ?? { exitCode: -1, stdOut: [], stdErr: [] };
  const stderr = Buffer.concat(stdErr).toString();
  // A spawn that failed is reported with a negative exit code (minus the system's error number).
  if (exitCode !== null && exitCode < -1) throw new GitCommandError(args.join(' '), exitCode, stderr);
  return { code: exitCode ?? -1, stdout: Buffer.concat(stdOut), stderr };
}

function open(place: Place, args: string[], options: Partial<SimpleGitOptions>): SimpleGit {
  try {
    return gitAt(place, options);
  } catch (error) {
    if (!(error instanceof GitConstructError)) throw error;
    throw new GitCommandError(args.join(' '), -1, `the folder ${place.top} is gone`);
  }
}

function stopAfter(git: SimpleGit, maxBytes: number, enough: AbortController): void {
  let seen = 0;
  git.outputHandler((_command, stdout) => {
    stdout.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > maxBytes) enough.abort();
    });
    stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
  });
}

/** Runs git and returns its standard output. @throws GitCommandError for every exit code but 0. */
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

/** Runs git in a process of its own, started from this one, through simple-git. */
import { GitConstructError, GitPluginError, simpleGit, type SimpleGit, type SimpleGitOptions } from 'simple-git';
import type { GitOutcome, GitRequest, Place } from './command.js';

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
function gitAt(place: Place, options: Partial<SimpleGitOptions>): SimpleGit {
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
 * An instance per command, because simple-git rejects everything queued behind a failure. Rejects when `signal` aborts.
 */
export async function runHere({ place, args, options }: GitRequest, signal?: AbortSignal): Promise<GitOutcome> {
  const enough = new AbortController();
  const signals = [enough.signal, ...(signal ? [signal] : [])];
  let result: Parameters<NonNullable<SimpleGitOptions['errors']>>[1] | undefined;
  const git = open(place, {
    ...(options.input === undefined ? {} : { input: () => Buffer.from(options.input ?? '') }),
    ...(signal || options.maxBytes !== undefined ? { abort: AbortSignal.any(signals) } : {}),
    ...(options.hooks ? {} : { completion: { onClose: true, onExit: false } }),
    errors: (error, outcome) => {
      result = outcome;
      return error instanceof GitPluginError && !enough.signal.aborted ? error : undefined;
    },
  });
  if (git === undefined) return { code: -1, unstarted: `the folder ${place.top} is gone` };
  if (options.maxBytes !== undefined) stopAfter(git, options.maxBytes, enough);
  await git.raw(args);
  const { exitCode, stdOut, stdErr } = result ?? { exitCode: null, stdOut: [], stdErr: [] };
  const stderr = Buffer.concat(stdErr).toString();
  if (exitCode === null && !enough.signal.aborted) return { killed: stderr };
  // A spawn that failed is reported with a negative exit code (minus the system's error number).
  if (exitCode !== null && exitCode < -1) return { code: exitCode, unstarted: stderr };
  return { code: exitCode ?? -1, stdout: Buffer.concat(stdOut), stderr };
}

function open(place: Place, options: Partial<SimpleGitOptions>): SimpleGit | undefined {
  try {
    return gitAt(place, options);
  } catch (error) {
    if (error instanceof GitConstructError) return undefined;
    throw error;
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

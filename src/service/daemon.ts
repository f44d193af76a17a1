import { spawn, type ChildProcess } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import { logLimit } from './log-limit.js';
import { markOf, type ProcessMark } from './process-mark.js';

export interface DaemonSpec {
  command: string;
  args: string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  logFile: string;
}

/** A process that goes on when we end, and what it has logged so far. */
export interface Daemon {
  mark: ProcessMark | undefined;
  /** Why it isn't there, or how it ended, while we were looking; `undefined` while it runs. */
  ended(): string | undefined;
  /** What it has logged since it was started, the first 256 KiB of it. */
  log(): Promise<string>;
  /** The end of it, whole lines. */
  logTail(): Promise<string>;
  /** Stop looking after it, so that our own process may end. */
  release(): void;
}

const tailSize = 4_096;
const mostRead = 256 * 1024;

/** Starts a program in a session of its own, its output appended to the log file (the former log moves to `.1` at 10 MiB). */
export async function startDaemon({ command, args, cwd, env, logFile }: DaemonSpec): Promise<Daemon> {
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const begin = (await log.stat()).size;
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log.fd, log.fd] });
  const ended = watch(child);
  await log.close();
  return {
    mark: child.pid === undefined ? undefined : markOf(child.pid),
    ended,
    log: () => readPart(logFile, begin),
    logTail: () => readTail(logFile, begin),
    release: () => child.unref(),
  };
}

/** What an agent's environment has and a service's must not: promise 3's sweep ends whatever carries the marker. */
const agentVariables = [
  'RALPH_RUN',
  'RALPH_PLAN',
  'RALPH_INCREMENT',
  'RALPH_ITERATION',
  'RALPH_ATTEMPT',
  'RALPH_PLAN_FILE',
  'RALPH_PRD_FILE',
  'RALPH_PROGRESS_FILE',
];

/** The given environment without what marks the programs of a run. */
export function serviceEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !agentVariables.includes(name)));
}

function watch(child: ChildProcess): () => string | undefined {
  let end: string | undefined;
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end ??= signal ? `ended by ${signal}` : `exit code ${code}`));
  return () => end;
}

async function rotate(file: string): Promise<void> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > logLimit) await rename(file, `${file}.1`);
}

async function readTail(file: string, begin: number): Promise<string> {
  const { size } = await stat(file);
  const from = Math.max(begin, size - tailSize);
  const text = await readPart(file, from);
  return (from > begin ? text.slice(text.indexOf('\n') + 1) : text).trimEnd();
}

async function readPart(file: string, position: number): Promise<string> {
  const log = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await log.read(Buffer.alloc(mostRead), { position });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await log.close();
  }
}

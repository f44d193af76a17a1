/** The real command line, as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export { waitFor } from './wait-for.js';

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** `npm test` builds first and drives what is installed, which starts faster; a single test file needs no build. */
export const client = process.env.RALPH_TEST_BUILT
  ? [inProject('dist/client.js')]
  : ['--import', loader, inProject('src/client.ts')];

/** What jest adds to the environment, and what would lead a command to a service that is not the test's. The cache is shared. */
const unwanted = /^(NODE_OPTIONS|NODE_ENV|JEST_WORKER_ID|FORCE_COLOR|RALPH_(?!CACHE_DIR$).*|TEMPORAL_.*)$/;

export interface CliOptions {
  cwd: string;
  /** From `useService()`; other variables may be added. Must name a state folder. */
  env: Record<string, string>;
  /** Standard input; empty without it. */
  input?: string;
}

export interface CliResult {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  child: ChildProcess;
  /** What it has printed so far. */
  printed(): { stdout: string; stderr: string };
  done: Promise<CliResult>;
}

/** Runs a command to its end. Any exit code is a result. */
export async function ralph(args: string[], options: CliOptions): Promise<CliResult> {
  return startRalph(args, options).done;
}

/** Starts a command, for tests that send it signals or look at what it prints while it works. */
export function startRalph(args: string[], { cwd, env, input = '' }: CliOptions): RunningCli {
  const child = spawn(process.execPath, [...client, ...args], { cwd, env: cliEnvironment(env) });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // A command that does not read its input may be gone before all of it is written.
  child.stdin.on('error', () => undefined).end(input);
  const done = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
  return { child, printed: () => ({ stdout, stderr }), done };
}

/** The environment that a command gets: this process's, without what belongs to the test runner, plus the test's own. */
export function cliEnvironment(env: Record<string, string>): NodeJS.ProcessEnv {
  if (!env.RALPH_STATE_DIR) throw new Error('Pass the env of useService(), or the command would use your own service.');
  const inherited = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

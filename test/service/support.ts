import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stopService } from '../../src/service/stop-service.js';

export const project = fileURLToPath(new URL('../..', import.meta.url));

/** The environment of the tests without a service that somebody's shell names. */
export const plainEnv: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => !/^(TEMPORAL_|NODE_OPTIONS$)/.test(entry[0]) && entry[1] !== undefined,
  ),
);

const folders: string[] = [];

/** A state folder of its own, with a blank and a letter outside ASCII in its path. */
export async function newState(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'ralph-service-')), 'state é 1');
  folders.push(folder);
  return folder;
}

/** Stops what the tests of one file started. */
export async function cleanUp(): Promise<void> {
  for (const state of folders.splice(0)) {
    if (existsSync(state)) await stopService({ state, say: () => undefined });
    await rm(join(state, '..'), { recursive: true, force: true });
  }
}

/** Runs one of the fixture programs to its end and parses what it printed. */
export async function runFixture<T>(name: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, fixtureArguments(name, ...args), {
    cwd: project,
    env: plainEnv,
  });
  return JSON.parse(stdout) as T;
}

export function fixtureArguments(name: string, ...args: string[]): string[] {
  return ['--import', 'tsx', fileURLToPath(new URL(`./fixtures/${name}.ts`, import.meta.url)), ...args];
}

/** Pids of the servers that have this state folder's database. */
export function serversOf(state: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => commandLine(pid).includes(join(state, 'temporal.db')))
    .map(Number);
}

function commandLine(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // Gone meanwhile.
  }
}

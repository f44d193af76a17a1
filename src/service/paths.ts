import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { messageOf } from '../errors.js';
import { ServiceError } from './service-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Named files and folders inside one state folder. */
export interface StatePaths {
  state: string;
  database: string;
  serverRecord: string;
  serverLock: string;
  serverLog: string;
  workerRecord: string;
  /** Held while a command starts or stops the worker. */
  workerLock: string;
  /** Held by the worker for as long as it lives. */
  workerOwner: string;
  workerLog: string;
  hostId: string;
  logs: string;
  runFiles: string;
  runs: string;
  processes: string;
  /** What agents used, a file for each day of UTC. */
  usage: string;
}

/** The state folder: `RALPH_STATE_DIR`, else `ralph` in the XDG state folder. */
export function stateFolder(env: Environment = process.env): string {
  return env['RALPH_STATE_DIR']
    ? resolve(env['RALPH_STATE_DIR'])
    : join(xdg(env['XDG_STATE_HOME'], '.local/state'), 'ralph');
}

/** The cache folder: `RALPH_CACHE_DIR`, else `ralph` in the XDG cache folder. All in it can be made again. */
export function cacheFolder(env: Environment = process.env): string {
  return env['RALPH_CACHE_DIR'] ? resolve(env['RALPH_CACHE_DIR']) : join(xdg(env['XDG_CACHE_HOME'], '.cache'), 'ralph');
}

// The XDG base directory specification says that a relative path is to be ignored.
function xdg(value: string | undefined, fallback: string): string {
  return value && isAbsolute(value) ? value : join(homedir(), fallback);
}

export function statePaths(state: string): StatePaths {
  const inside = (...parts: string[]) => join(state, ...parts);
  return {
    state,
    database: inside('temporal.db'),
    serverRecord: inside('service.json'),
    serverLock: inside('service.lock'),
    serverLog: inside('logs', 'server.log'),
    workerRecord: inside('worker.json'),
    workerLock: inside('worker.lock'),
    workerOwner: inside('worker.owner'),
    workerLog: inside('logs', 'worker.log'),
    hostId: inside('host-id'),
    logs: inside('logs'),
    runFiles: inside('run-files'),
    runs: inside('runs'),
    processes: inside('processes'),
    usage: inside('usage'),
  };
}

/** Makes the state folder, readable by its owner alone: logs and run files in it may hold secrets. Throws `ServiceError` (state-folder). */
export async function prepareState(state: string): Promise<StatePaths> {
  const paths = statePaths(state);
  try {
    for (const folder of [state, paths.logs, paths.runFiles, paths.runs, paths.processes, paths.usage]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
  } catch (error) {
    throw new ServiceError(
      'state-folder',
      `The state folder ${state} can't be made: ${messageOf(error)}.`,
      'Make it writable, or name another folder in RALPH_STATE_DIR.',
      { cause: error },
    );
  }
  return paths;
}

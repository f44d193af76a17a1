/** What the machine must have: Node, git, bash, a state folder with room in it. */
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findProgram } from '../../process/program-exists.js';
import { type Check, error, ok, warning } from './check.js';
import { isAtLeast, versionOf } from './version-of.js';

const leastNode = '20.19';
const leastGit = '2.30';
const mib = 1024 * 1024;
/** Below the first nothing may be started, below the second it will soon be so. */
const room = { error: 200 * mib, warning: 2 * 1024 * mib };

export function nodeCheck(): Check {
  const version = process.versions.node;
  return isAtLeast(version, leastNode)
    ? ok('node', `Node ${version}`)
    : error('node', `Node ${version} is too old; ${leastNode} is needed.`, 'Install a newer one: https://nodejs.org');
}

/** @param path value of PATH */
export async function gitCheck(path: string): Promise<Check> {
  const program = await onPath('git', path);
  const version = program && (await versionOf(program));
  if (version === undefined) return error('git', 'git is not on PATH, or does not work.', 'Install git.');
  return isAtLeast(version, leastGit)
    ? ok('git', `git ${version}`)
    : warning('git', `git ${version} is older than any that was tried.`, `Install ${leastGit} or newer.`);
}

/** @param path value of PATH */
export async function bashCheck(path: string): Promise<Check> {
  const program = await onPath('bash', path);
  const version = program && (await versionOf(program));
  return version === undefined
    ? error('bash', 'bash is not on PATH; gates and agent commands are run by it.', 'Install bash.')
    : ok('bash', `bash ${version}`);
}

/** @param databaseBytes size of the embedded server's database */
export async function stateFolderCheck(state: string, databaseBytes: number): Promise<Check> {
  const folder = await nearest(state);
  try {
    await access(folder, constants.W_OK);
  } catch {
    const hint = 'Make it writable, or name another folder in RALPH_STATE_DIR.';
    return error('state-folder', `The state folder ${state} can't be written to.`, hint);
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `State in ${state}: database ${size(databaseBytes)}, ${size(free)} free`;
  const hint =
    'Free some space (logs of ended runs are in its folder runs/), or name another folder in RALPH_STATE_DIR.';
  if (free < room.error) return error('state-folder', `${message}; that is too little.`, hint);
  return free < room.warning
    ? warning('state-folder', `${message}; that is little.`, hint)
    : ok('state-folder', message);
}

/** The file of a program; a builtin of the shell is none. */
export async function onPath(name: string, path: string): Promise<string | undefined> {
  const found = await findProgram(name, { path, cwd: '/' });
  return found?.includes('/') ? found : undefined;
}

/** The folder itself, or the closest one above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || folder === dirname(folder) ? folder : nearest(dirname(folder));
}

function size(bytes: number): string {
  return bytes >= 1024 * mib ? `${(bytes / 1024 / mib).toFixed(1)} GiB` : `${Math.round(bytes / mib)} MiB`;
}

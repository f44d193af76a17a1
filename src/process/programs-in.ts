import { readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { errnoOf } from '../errors.js';
import { hasProc, listProcesses } from './process-table.js';

/**
 * Pids of the living programs of a name whose working directory is one of the folders or below. One whose directory
 * can't be seen (another user's, or no /proc) counts: it may well be there.
 *
 * @param folders real paths
 */
export async function programsIn(name: string, folders: string[]): Promise<number[]> {
  const named = (await listProcesses()).filter((entry) => entry.name === name && !entry.zombie);
  const within = await Promise.all(named.map(({ pid }) => worksIn(pid, folders)));
  return named.filter((_, index) => within[index]).map(({ pid }) => pid);
}

async function worksIn(pid: number, folders: string[]): Promise<boolean> {
  try {
    const cwd = await readlink(`/proc/${pid}/cwd`);
    return folders.some((folder) => cwd === folder || cwd.startsWith(folder + sep));
  } catch (error) {
    // A process gives its directory back before it is gone or a zombie.
    return !hasProc || errnoOf(error) === 'EACCES';
  }
}

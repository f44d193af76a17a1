import { readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { findProcess, listProcesses } from './process-table.js';

/**
 * Pids of the living programs of a name whose working directory is one of the folders or below. One whose directory
 * can't be seen (another user's, or no /proc) counts: it may well be there.
 *
 * @param folders real paths
 */
export async function programsIn(name: string, folders: string[]): Promise<number[]> {
  const named = (await listProcesses()).filter((entry) => entry.name === name && !entry.zombie);
  const within = await Promise.all(
    named.map(async ({ pid }) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      // One that has just ended shows no directory either.
      if (cwd === undefined) return (await findProcess(pid))?.zombie === false;
      return folders.some((folder) => cwd === folder || cwd.startsWith(folder + sep));
    }),
  );
  return named.filter((_, index) => within[index]).map(({ pid }) => pid);
}

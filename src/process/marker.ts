import { readFile } from 'node:fs/promises';
import type { ProcessEntry } from './process-table.js';

/** The variable that every program of a run inherits; its value is the workflow id. */
export const MARKER = 'RALPH_RUN';

/**
 * Those of the processes that were started with the run's marker in their environment, whatever group or session
 * they moved to. Reads `/proc/<pid>/environ` (proc(5)), so it finds none where there is no /proc (macOS), none of
 * another user's, and none that has overwritten its environment.
 */
export async function withMarker(entries: ProcessEntry[], run: string): Promise<ProcessEntry[]> {
  const marked = await Promise.all(entries.map(async (entry) => !entry.zombie && (await hasMarker(entry.pid, run))));
  return entries.filter((_, index) => marked[index]);
}

/** Asynchronous: this file, unlike `stat`, can make its reader wait for a process that is stuck in the kernel. */
async function hasMarker(pid: number, run: string): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`);
    return Buffer.concat([Buffer.of(0), environment, Buffer.of(0)]).includes(`\0${MARKER}=${run}\0`);
  } catch {
    return false;
  }
}

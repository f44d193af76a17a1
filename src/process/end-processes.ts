import { setTimeout as sleep } from 'node:timers/promises';
import { listNewcomers, listProcesses } from './process-table.js';
import type { ProcessEntry } from './process-table.js';

/** How long a process may take to vanish after KILL (it may be stuck in the kernel) before it is given up. */
const KILLED_MS = 5_000;

/**
 * Ends processes: TERM once to each, KILL after the grace time, looking again until none is left, since one that
 * is ending may start others.
 *
 * @param find what is alive now, as arguments of kill(2): a pid, or the negative of a process group
 * @param graceMs milliseconds between TERM and KILL; 0 kills at once
 * @returns what even KILL did not end within 5 s; normally empty
 */
export async function endProcesses(find: () => Promise<number[]>, graceMs: number): Promise<number[]> {
  const start = performance.now();
  const warned = new Set<number>();
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const left = await find();
    const elapsedMs = performance.now() - start;
    if (left.length === 0 || elapsedMs > graceMs + KILLED_MS) return left;
    const graceLeftMs = graceMs - elapsedMs;
    for (const target of left) {
      if (graceLeftMs <= 0) sendSignal(target, 'SIGKILL');
      else if (!warned.has(target)) sendSignal(target, 'SIGTERM');
      warned.add(target);
    }
    await sleep(graceLeftMs > 0 ? Math.min(pauseMs, graceLeftMs) : pauseMs);
  }
}

/**
 * Ends everything in the session that a program leads (it was started `detached`, so its pid names its session and
 * its first group; a shell with job control opens further groups in the same session).
 *
 * @returns the groups that are still there, as negative numbers; normally empty
 */
export function endSession(leader: number, graceMs: number): Promise<number[]> {
  return endProcesses(async () => groupTargets(await sessionMembers(leader)), graceMs);
}

/**
 * The processes that run in the session of this leader, which may itself be gone. Where none is found it looks again: one
 * that forked and ended while the table was read is not in it, and its child neither.
 */
export async function sessionMembers(leader: number): Promise<ProcessEntry[]> {
  const ofSession = (entries: ProcessEntry[]) => entries.filter((entry) => entry.session === leader && !entry.zombie);
  const table = await listProcesses();
  const found = ofSession(table);
  return found.length > 0 ? found : ofSession(await listNewcomers(table));
}

/** The groups of these processes as arguments of kill(2): a group is signalled whole, so no fork slips through. */
export function groupTargets(entries: ProcessEntry[]): number[] {
  return [...new Set(entries.map((entry) => -entry.group))];
}

/** kill(2) that takes it well when the target is gone, or is another user's. */
export function sendSignal(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // What could not be signalled is still found by the next look, and reported at the end.
  }
}

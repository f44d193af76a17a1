import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { errnoOf } from '../errors.js';
import type { ProcessEntry } from './process-table.js';

/** The variable that every program of a run inherits; its value is the workflow id. */
export const MARKER = 'RALPH_RUN';

/**
 * Those of the processes that were started with the run's marker in their environment, whatever group or session
 * they moved to. Reads `/proc/<pid>/environ` (proc(5)), so it finds none where there is no /proc (macOS), none of
 * another user's, and none that has overwritten its environment.
 */
export async function withMarker(entries: ProcessEntry[], run: string): Promise<ProcessEntry[]> {
  const candidates = entries.filter((entry) => !entry.zombie && strangers.get(entry.pid) !== entry.startTime);
  const marked = await Promise.all(candidates.map((entry) => hasMarker(entry, run)));
  return candidates.filter((_, index) => marked[index]);
}

/**
 * Start time by pid of processes that carry no run's marker, so that a machine's many other programs are looked at
 * once: whoever begins without the marker gets it later only by its own will.
 */
const strangers = new Map<number, string>();
const mostStrangers = 20_000;

/** A process of ours has its own environment long before that age: until then it may show that of whoever forked it. */
const settledSeconds = 10;
/** In which /proc tells start times: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Asynchronous: this file, unlike `stat`, can make its reader wait for a process that is stuck in the kernel. */
async function hasMarker(entry: ProcessEntry, run: string): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${entry.pid}/environ`);
    const variables = Buffer.concat([Buffer.of(0), environment, Buffer.of(0)]);
    if (variables.includes(`\0${MARKER}=${run}\0`)) return true;
    if (!variables.includes(`\0${MARKER}=`)) rememberStranger(entry);
  } catch (error) {
    // Another user's, or without any memory of its own (a thread of the kernel, one that ends), for good. What else
    // keeps it from being read may pass.
    if (['EACCES', 'ESRCH'].includes(errnoOf(error) ?? '')) rememberStranger(entry);
  }
  return false;
}

function rememberStranger({ pid, startTime }: ProcessEntry): void {
  if (uptime() - Number(startTime) / ticksPerSecond <= settledSeconds) return;
  if (strangers.size >= mostStrangers) strangers.clear();
  strangers.set(pid, startTime);
}

import { endProcesses, groupTargets } from './end-processes.js';
import { findLeftovers, liveRecords } from './leftovers.js';
import type { Leftovers } from './leftovers.js';
import { listProcesses, type ProcessEntry } from './process-table.js';
import { readRecords, removeRecord } from './records.js';
import type { Reaped } from './types.js';

/**
 * Ends every program that a run left: the groups in its records, where they still are what was recorded, and
 * whatever else carries the run's marker in its environment (Linux; macOS has no way to see it). Never this process
 * or one it descends from, and never what a used-again pid names now. Records of what is gone are removed.
 *
 * Safe to call again, and from two processes at once. Rejects only when the records or the process table can't be
 * read.
 *
 * @param records folder of the records; a missing one is empty
 * @param run workflow id
 * @param options.graceMs milliseconds between TERM and KILL, for all of them together
 * @param options.keep pids of records whose groups go on (an earlier gate's server)
 * @param options.ended pid of a program of the run that has just ended: what its session still holds is its own, marker or not
 * @returns what was ended, or could not be; empty when nothing lived
 */
export async function reapRun(
  records: string,
  run: string,
  options: { graceMs: number; keep?: number[]; ended?: number },
): Promise<Reaped[]> {
  const keep = new Set(options.keep);
  const recorded = (await readRecords(records, run)).filter((record) => !keep.has(record.pid));
  let table: ProcessEntry[] | undefined = await listProcesses();
  const alive = recorded.length === 0 ? [] : await liveRecords(recorded, run, table);
  const purposes = new Map(alive.map((record) => [record.pid, record.purpose]));
  const leaders = new Set([...purposes.keys(), ...(options.ended === undefined ? [] : [options.ended])]);
  const found = new Map<number, ProcessEntry>();

  const look = async (): Promise<number[]> => {
    const leftovers = await findLeftovers(run, table ?? (await listProcesses()), leaders, keep);
    table = undefined;
    for (const entry of [...leftovers.grouped, ...leftovers.escaped]) found.set(entry.pid, entry);
    return targets(leftovers);
  };
  const left = new Set(await endProcesses(look, options.graceMs));

  const remains = (entry: ProcessEntry) => left.has(entry.pid) || left.has(-entry.group);
  const stuck = new Set([...found.values()].filter(remains).map((entry) => entry.session));
  await Promise.all(recorded.filter(({ pid }) => !stuck.has(pid)).map(({ pid }) => removeRecord(records, pid)));
  return [...found.values()].map((entry) => {
    return { pid: entry.pid, name: entry.name, purpose: purposes.get(entry.session), gone: !remains(entry) };
  });
}

/** Groups are signalled whole, so that no fork slips through; what escaped may share a group with strangers. */
function targets({ grouped, escaped }: Leftovers): number[] {
  return [...groupTargets(grouped), ...escaped.map((entry) => entry.pid)];
}

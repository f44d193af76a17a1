import { withMarker } from './marker.js';
import { bootId, listNewcomers } from './process-table.js';
import type { ProcessEntry } from './process-table.js';
import type { ProcessRecord } from './types.js';

/** What of a run is alive. */
export interface Leftovers {
  /** In the session of a recorded program. */
  grouped: ProcessEntry[];
  /** Elsewhere, known by the marker in their environment alone. */
  escaped: ProcessEntry[];
}

/**
 * Those of the run's records whose pid still stands for what was recorded.
 *
 * @param table of the machine, as it is now
 */
export async function liveRecords(
  records: ProcessRecord[],
  run: string,
  table: ProcessEntry[],
): Promise<ProcessRecord[]> {
  const alive = await Promise.all(records.map((record) => isAlive(record, table, run)));
  return records.filter((_, index) => alive[index]);
}

/**
 * Looks for what a run left, this process and those it descends from excepted: an agent may have started it. Where
 * nothing is found it looks again among what has begun meanwhile: a process that forked while the table was read may
 * have been missed.
 *
 * @param table of the machine, as it is now
 * @param leaders pids of the run's recorded programs that are to be ended
 * @param keep pids of those that are not
 */
export async function findLeftovers(
  run: string,
  table: ProcessEntry[],
  leaders: Set<number>,
  keep: Set<number>,
): Promise<Leftovers> {
  const own = ancestry(table, process.pid);
  const among = async (entries: ProcessEntry[]): Promise<Leftovers> => {
    const others = entries.filter((entry) => !entry.zombie && !own.has(entry.pid) && !keep.has(entry.session));
    const strangers = others.filter((entry) => !leaders.has(entry.session));
    return {
      grouped: others.filter((entry) => leaders.has(entry.session)),
      escaped: await withMarker(strangers, run),
    };
  };
  const found = await among(table);
  return found.grouped.length + found.escaped.length > 0 ? found : among(await listNewcomers(table));
}

/**
 * A pid is not used again while its process, even a dead one that nobody collected, or a member of its group exists.
 * Without its leader a group is known by the strays that were noted, or by a member with the marker.
 */
async function isAlive(record: ProcessRecord, table: ProcessEntry[], run: string): Promise<boolean> {
  if (record.bootId !== bootId()) return false;
  const leader = table.find((entry) => entry.pid === record.pid);
  if (leader) return leader.startTime === record.startTime;
  const members = table.filter((entry) => entry.session === record.pid);
  const noted = members.some(({ pid, startTime }) =>
    record.strays?.some((stray) => stray.pid === pid && stray.startTime === startTime),
  );
  return noted || (await withMarker(members, run)).length > 0;
}

function ancestry(table: ProcessEntry[], pid: number): Set<number> {
  const parents = new Map(table.map((entry) => [entry.pid, entry.parent]));
  const line = new Set<number>();
  for (let next: number | undefined = pid; next !== undefined && !line.has(next); next = parents.get(next)) {
    line.add(next);
  }
  return line;
}

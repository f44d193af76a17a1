import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** One row of the machine's process table. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** Where `ps` has no usable session: the group. */
  session: number;
  /** A dead process whose parent has not collected it: it holds its pid and its group, but runs nothing. */
  zombie: boolean;
  /** Clock ticks since boot (/proc), or a date (`ps`). */
  startTime: string;
  name: string;
}

const run = promisify(execFile);
/** Whether this system shows its processes as files. */
export const hasProc = existsSync('/proc/self/stat');

/** Every process of the machine, zombies too. One that ends while the table is read is left out. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  return hasProc ? listFromProc() : await listFromPs();
}

/**
 * The processes whose pids are not in the table: they began after it was read, or while it was. With /proc that costs
 * one reading of a folder.
 */
export async function listNewcomers(table: ProcessEntry[]): Promise<ProcessEntry[]> {
  const known = new Set(table.map((entry) => entry.pid));
  return hasProc ? listFromProc(known) : (await listFromPs()).filter((entry) => !known.has(entry.pid));
}

/** The row of one process, `undefined` when there is none. With /proc it is read without yielding to other work. */
export async function findProcess(pid: number): Promise<ProcessEntry | undefined> {
  return hasProc ? readStat(pid) : (await listFromPs()).find((entry) => entry.pid === pid);
}

/** Identifies this boot of the machine; `undefined` where there is no /proc. */
export function bootId(): string | undefined {
  return hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : undefined;
}

/**
 * Reads a line of `/proc/<pid>/stat` (proc(5)). The name stands in parentheses and may hold spaces and parentheses
 * itself, so fields are counted from the last one.
 */
export function parseStat(line: string): ProcessEntry | undefined {
  const open = line.indexOf('(');
  const close = line.lastIndexOf(')');
  const fields = line.slice(close + 2).split(' ');
  const startTime = fields[19];
  if (open < 0 || close < open || startTime === undefined) return undefined;
  return {
    pid: Number.parseInt(line, 10),
    name: line.slice(open + 1, close),
    zombie: isDead(fields[0]),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    startTime,
  };
}

/** Reads what `ps -o pid=,ppid=,pgid=,stat=,lstart=,comm=` prints; `lstart` is five words in the C locale. */
export function parsePs(output: string): ProcessEntry[] {
  const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.+)$/;
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, startTime = '', name = ''] = row.exec(line) ?? [];
    if (pid === undefined) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group) };
    return [{ ...numbers, zombie: isDead(state), startTime: startTime.replace(/\s+/g, ' '), name: name.trim() }];
  });
}

function isDead(state: string | undefined): boolean {
  return state !== undefined && /^[ZX]/.test(state);
}

/** Synchronous on purpose: a row takes some 15 µs, and the snapshot is taken in one go. */
function listFromProc(except?: Set<number>): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = /^\d+$/.test(name) ? Number(name) : undefined;
    return pid === undefined || except?.has(pid) ? [] : (readStat(pid) ?? []);
  });
}

/** Longer than any line of `stat`: the name in it has at most 64 bytes. */
const line = Buffer.alloc(4_096);

/** One read into a buffer that is there already: a whole `readFileSync` takes four times as long. */
function readStat(pid: number): ProcessEntry | undefined {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/stat`, 'r');
    return parseStat(line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)));
  } catch {
    return undefined; // it ended
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function listFromPs(): Promise<ProcessEntry[]> {
  const columns = 'pid=,ppid=,pgid=,stat=,lstart=,comm=';
  const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 * 2 ** 20 };
  return parsePs((await run('ps', ['-axo', columns], options)).stdout);
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names one process for good: a pid alone is reused, with its start time and the boot it isn't. */
export interface ProcessMark {
  pid: number;
  startTime: string;
  bootId: string;
}

/** The mark of a process that lives now; `undefined` when it has ended (a zombie has). */
export function markOf(pid: number): ProcessMark | undefined {
  const startTime = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: bootId() };
}

/** Whether that very process still lives. */
export function isAlive(mark: ProcessMark | undefined): boolean {
  if (!mark) return false;
  const now = markOf(mark.pid);
  return now !== undefined && now.startTime === mark.startTime && now.bootId === mark.bootId;
}

/** Ends the process: TERM, then KILL when it still lives after `graceMs`. Resolves when it is gone. */
export async function endProcess(mark: ProcessMark, graceMs: number): Promise<'gone' | 'ended' | 'killed'> {
  if (!isAlive(mark)) return 'gone';
  send(mark, 'SIGTERM');
  if (await diesWithin(mark, graceMs)) return 'ended';
  send(mark, 'SIGKILL');
  await diesWithin(mark, 5_000);
  return 'killed';
}

function send(mark: ProcessMark, signal: NodeJS.Signals): void {
  try {
    process.kill(mark.pid, signal);
  } catch {
    // It ended in between, which is what the signal was for.
  }
}

async function diesWithin(mark: ProcessMark, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isAlive(mark)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

// proc(5): the second field is a name in brackets that may hold anything; the state follows it, and field 22 is the start in clock ticks since boot.
function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

// Without /proc the start time is a date of the calendar, which needs no boot beside it.
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** What a process costs, as Linux tells it (proc(5)). */
import { readFile, writeFile } from 'node:fs/promises';

/** `USER_HZ`, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

export interface Memory {
  /** MiB, now and at its highest. */
  resident: number;
  peak: number;
}

export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { resident: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}

/** Processor time that it has used so far, ms. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (((user ?? 0) + (system ?? 0)) * 1000) / ticksPerSecond;
}

/** Sets the peak of a process back to what it uses now (`clear_refs`). */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

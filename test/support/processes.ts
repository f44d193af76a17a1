/** What is running, as Linux tells it. */
import { readdir, readFile } from 'node:fs/promises';

/** Whether a process is there and has not ended; one that waits only to be collected by its parent has. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/^\d+ \(.*\) [ZX] /s.test(stat);
}

/** Ids of the living processes that carry the marker of a run (its workflow id). */
export async function processesOfRun(run: string): Promise<number[]> {
  return processesWithVariable('RALPH_RUN', run);
}

/** Ids of the living processes in whose environment a variable has this value. */
export async function processesWithVariable(name: string, value: string): Promise<number[]> {
  const entries = await readdir('/proc');
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => (await hasVariable(pid, `${name}=${value}`)) && isAlive(pid)),
  );
  return pids.filter((_, index) => found[index]);
}

async function hasVariable(pid: number, pair: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(pair);
}

/** Id of a process's child whose command line holds a text. @throws when there is none */
export async function findChild(parent: number, text: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // Behind the name, which may hold anything: the state and the parent.
    if (Number(/\) \S (\d+) [^)]*$/.exec(stat)?.[1]) !== parent) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(text)) return Number(pid);
  }
  throw new Error(`Process ${parent} has no child ${text}.`);
}

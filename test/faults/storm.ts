/** A run of ten increments under random kills: of worker, server, command line, and whatever works for the run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerRecord } from '../../src/service/server-record.js';
import type { RunningCli } from '../support/cli.js';
import { findChild, isAlive, processesOfRun } from '../support/processes.js';
import { increment, keepEvidence, makeBench, workerPid, type Bench } from './bench.js';
import { brokenPromises, outcomeOf, runOf } from './promises.js';
import { Random } from './random.js';

export const victims = [
  'worker',
  'worker',
  'worker',
  'program',
  'program',
  'program',
  'fork server',
  'server',
  'command line',
] as const;
export type Victim = (typeof victims)[number];

export interface Storm {
  seed: number;
  kills: Record<Victim, number>;
  seconds: number;
  /** Agents called; ten would do. */
  agents: number;
  /** Empty when every promise was kept. */
  broken: string[];
  repository: string;
  /** Commit subjects and final tree. */
  outcome: Awaited<ReturnType<typeof outcomeOf>>;
}

const increments = Array.from({ length: 10 }, (_, index) => {
  const id = String(index + 1).padStart(2, '0');
  return increment(id, { gates: [`\`grep -q ${id} ${id}.txt\``, '`sleep 0.2; test $((RANDOM % 6)) -ne 0`'] });
});

/** Each agent starts a child that would outlive it, and takes a moment. */
const script = Object.fromEntries(
  increments.map(({ id }) => [id, { write: { [`${id}.txt`]: `${id}\n` }, shell: 'sleep 60 & sleep 0.3' }]),
);

/** Unhappy runs must end, too: nothing takes longer than this, ms. */
const longestMs = 10 * 60_000;

/** @param kills how many; afterwards the run is left alone */
export async function storm(seed: number, kills: number): Promise<Storm> {
  const random = new Random(seed);
  const bench = await makeBench({ increments, script, config: { heartbeatTimeout: '3s', maxInterruptions: 100 } });
  const startedAt = Date.now();
  const counts: Storm['kills'] = { worker: 0, program: 0, 'fork server': 0, server: 0, 'command line': 0 };
  let cli = bench.begin();
  let exit: number | null | undefined;
  const watch = (running: RunningCli) => void running.done.then(({ exitCode }) => (exit = exitCode));
  watch(cli);
  while (exit !== 0) {
    if (Date.now() - startedAt > longestMs) break;
    await pause(random.between(200, 2_000));
    if (exit === 0) break;
    if (exit !== undefined) {
      // Killed, or blocked by a gate that failed four times in a row: a person would start again.
      exit = undefined;
      cli = bench.begin();
      watch(cli);
    } else if (total(counts) < kills) {
      const victim = await killOne(bench, cli, random);
      if (victim !== undefined) counts[victim] += 1;
    }
  }
  const broken = exit === 0 ? await brokenPromises(bench) : [`not complete after ${longestMs / 60_000} minutes`];
  const agents = (await bench.agent.calls()).length;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const outcome = await outcomeOf(bench);
  if (broken.length === 0) await bench.remove();
  else await keepEvidence(bench);
  return { seed, kills: counts, seconds, agents, broken, repository: bench.repository.dir, outcome };
}

export function total(kills: Storm['kills']): number {
  return Object.values(kills).reduce((sum, count) => sum + count, 0);
}

/** Only while a worker works, or the command line, which is always there, would be the only victim. */
async function killOne(bench: Bench, cli: RunningCli, random: Random): Promise<Victim | undefined> {
  while ((await workerPid(bench.stateDir)) !== undefined) {
    const victim = random.pick(victims);
    const pid = await find(victim, bench, cli, random);
    if (pid === undefined || !(await isAlive(pid))) continue;
    try {
      process.kill(pid, 'SIGKILL');
      return victim;
    } catch {
      // It ended in between.
    }
  }
  return undefined;
}

async function find(victim: Victim, bench: Bench, cli: RunningCli, random: Random): Promise<number | undefined> {
  switch (victim) {
    case 'worker':
      return workerPid(bench.stateDir);
    case 'fork server': {
      const worker = await workerPid(bench.stateDir);
      return worker === undefined ? undefined : findChild(worker, 'fork-server').catch(() => undefined);
    }
    case 'server': {
      const text = await readFile(join(bench.stateDir, 'service.json'), 'utf8').catch(() => '{}');
      return (JSON.parse(text) as Partial<ServerRecord>).process?.pid;
    }
    case 'program':
      return findProgram(bench, random);
    case 'command line':
      return cli.child.pid;
  }
}

/** Waits a moment for one: agents and gates are short, and would else be killed far less often than the others. */
async function findProgram(bench: Bench, random: Random): Promise<number | undefined> {
  for (const deadline = Date.now() + 3_000; Date.now() < deadline; await pause(50)) {
    const pids = await processesOfRun(runOf(bench));
    if (pids.length > 0) return random.pick(pids);
  }
  return undefined;
}

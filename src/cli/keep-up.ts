/** `up --foreground`: server and worker for as long as this process lives, for service managers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectService } from '../service/connection.js';
import { statePaths, stateFolder, type StatePaths } from '../service/paths.js';
import { isAlive } from '../service/process-mark.js';
import { readServerRecord } from '../service/server-record.js';
import { externalTarget } from '../service/service-target.js';
import { stopService } from '../service/stop-service.js';
import { ensureWorker } from '../service/worker-process.js';
import { readWorkerRecord } from '../service/worker-record.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { say } from './output.js';

const pollMs = 5_000;

/** Starts both, starts again what dies, and stops both when told to end. What `down` has stopped stays so. */
export async function keepUp(): Promise<ExitCode> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const state = stateFolder();
  await bringUp(state);
  say('Server and worker are up.');
  while (!stop.signal.aborted) {
    await sleep(pollMs, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) break;
    // A server that can't be started now may be so later: the disk is full, the service is out of reach.
    if (await hasDied(statePaths(state))) await bringUp(state).catch((error: unknown) => say(String(error)));
  }
  await stopService({ state, say });
  return exitCodes.complete;
}

async function bringUp(state: string): Promise<void> {
  const service = await connectService({ state, say });
  try {
    await ensureWorker({ state, service, say });
  } finally {
    await service.connection.close();
  }
}

/** A record that names a process is of one that is meant to live. */
async function hasDied(paths: StatePaths): Promise<boolean> {
  const [server, worker] = await Promise.all([readServerRecord(paths), readWorkerRecord(paths)]);
  const isOurs = (await externalTarget()) === undefined;
  const serverDied = isOurs && server?.process !== undefined && !isAlive(server.process);
  return serverDied || (worker !== undefined && !isAlive(worker.process));
}

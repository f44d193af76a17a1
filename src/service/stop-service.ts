import { withFileLock, type LockOptions } from './file-lock.js';
import { prepareState, type StatePaths } from './paths.js';
import { endProcess } from './process-mark.js';
import { readServerRecord, writeServerRecord, type ServerRecord } from './server-record.js';
import { removeWorkerRecord, runningWorker } from './worker-record.js';
import { stopGraceMs } from './worker-times.js';

type Ending = Awaited<ReturnType<typeof endProcess>>;

/** What became of each: `gone` did not run, `killed` didn't end within its time. */
export interface StoppedService {
  worker: Ending;
  server: Ending;
}

export interface StopServiceOptions {
  /** The state folder. */
  state: string;
  say: (message: string) => void;
}

const serverGraceMs = 15_000;

/**
 * Ends the worker, then the embedded server; runs stay open in the database and go on when both are started again. Waits for
 * commands that are starting them. Throws `ServiceError` (busy, state-…).
 */
export async function stopService({ state, say }: StopServiceOptions): Promise<StoppedService> {
  const paths = await prepareState(state);
  const lock: LockOptions = { purpose: 'stopping the service', say, waitMs: 2 * 60_000 };
  return withFileLock(paths.serverLock, lock, () =>
    withFileLock(paths.workerLock, lock, async () => ({
      worker: await stopWorker(paths, say),
      server: await stopServer(paths),
    })),
  );
}

async function stopWorker(paths: StatePaths, say: (message: string) => void): Promise<Ending> {
  const worker = await runningWorker(paths);
  if (!worker) {
    await removeWorkerRecord(paths);
    return 'gone';
  }
  say('Stopping the worker; agents in it are ended and start again later …');
  const ending = await endProcess(worker.process, stopGraceMs);
  await removeWorkerRecord(paths);
  return ending;
}

// The ports and the binary stay recorded for the next start; the process goes, so that it isn't missed.
async function stopServer(paths: StatePaths): Promise<Ending> {
  const record = await readServerRecord(paths);
  if (!record?.process) return 'gone';
  const ending = await endProcess(record.process, serverGraceMs);
  const stopped: ServerRecord = { ...record, ready: false };
  delete stopped.process;
  await writeServerRecord(paths, stopped);
  return ending;
}

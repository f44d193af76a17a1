import { setTimeout as sleep } from 'node:timers/promises';
import { codeVersion } from './code-version.js';
import type { Service } from './connection.js';
import { serviceEnvironment, startDaemon, type Daemon } from './daemon.js';
import { withFileLock } from './file-lock.js';
import { hostId } from './host-id.js';
import { nodeArguments, packageRoot } from './own-program.js';
import { prepareState, type StatePaths } from './paths.js';
import { endProcess, isAlive } from './process-mark.js';
import { runningActivities } from './running-activities.js';
import { ServiceError } from './service-error.js';
import { readWorkerRecord, removeWorkerRecord, runningWorker, type WorkerRecord } from './worker-record.js';
import { stopGraceMs } from './worker-times.js';

export interface EnsureWorkerOptions {
  /** The state folder. */
  state: string;
  service: Pick<Service, 'address' | 'client' | 'namespace'>;
  say: (message: string) => void;
  env?: Readonly<Record<string, string | undefined>>;
  /** How many agents may work at once; half the cores by default. Counts when a worker is started. */
  agentSlots?: number;
  /** Node's arguments for the worker program, instead of our own worker. */
  program?: string[];
}

const readyTimeoutMs = 90_000;

/**
 * The worker of this state folder: the one that runs, or a new one. One of other code or for another service is replaced, unless an
 * activity of a run is in it. Any number of commands may race; one worker comes of it. Throws `ServiceError` (busy, worker-start).
 */
export async function ensureWorker(options: EnsureWorkerOptions): Promise<WorkerRecord> {
  const { service, say } = options;
  const paths = await prepareState(options.state);
  const version = await codeVersion();
  const isCurrent = (worker: WorkerRecord) => worker.codeVersion === version && serves(worker, service);
  const running = await runningWorker(paths);
  if (running && isCurrent(running)) return running;
  return withFileLock(paths.workerLock, { purpose: 'starting the worker', say, waitMs: 3 * 60_000 }, async () => {
    const old = await runningWorker(paths);
    if (old && (isCurrent(old) || (await mustStay(old, options)))) return old;
    if (old) await replace(old, paths);
    return launch(paths, options);
  });
}

// One that had to be killed can't take its record with it.
async function replace(old: WorkerRecord, paths: StatePaths): Promise<void> {
  await endProcess(old.process, stopGraceMs);
  await removeWorkerRecord(paths);
}

async function mustStay(old: WorkerRecord, { service, state, say }: EnsureWorkerOptions): Promise<boolean> {
  if (!serves(old, service)) return false;
  const busy = await runningActivities(service.client, await hostId(state));
  if (busy > 0) {
    say(`A worker of an older version is in the middle of ${busy} step(s); it stays until a command finds it idle.`);
  }
  return busy > 0;
}

function serves(worker: WorkerRecord, { address, namespace }: EnsureWorkerOptions['service']): boolean {
  return worker.address === address && worker.namespace === namespace;
}

async function launch(paths: StatePaths, options: EnsureWorkerOptions): Promise<WorkerRecord> {
  const { agentSlots, env = process.env, program = nodeArguments('worker'), say } = options;
  const slots = agentSlots === undefined ? [] : ['--agent-slots', String(agentSlots)];
  if (await readWorkerRecord(paths)) say('The worker has ended without being stopped; starting it again …');
  const daemon = await startDaemon({
    command: process.execPath,
    args: [...program, '--state', paths.state, ...slots],
    cwd: packageRoot,
    // Its log is a file: the native core would colour its warnings.
    env: { ...serviceEnvironment(env), NO_COLOR: '1' },
    logFile: paths.workerLog,
  });
  try {
    return await untilReady(paths, daemon, say);
  } catch (error) {
    if (daemon.mark) await endProcess(daemon.mark, 2_000);
    throw error;
  } finally {
    daemon.release();
  }
}

async function untilReady(paths: StatePaths, daemon: Daemon, say: (message: string) => void): Promise<WorkerRecord> {
  const startedAt = Date.now();
  let announced = false;
  for (;;) {
    const record = await readWorkerRecord(paths);
    if (record && record.process.pid === daemon.mark?.pid && isAlive(record.process)) return record;
    const ended = daemon.ended();
    if (ended !== undefined) throw await startFailure(`it ended (${ended})`, daemon, paths);
    const waited = Date.now() - startedAt;
    if (waited > readyTimeoutMs) {
      throw await startFailure(`it was not ready within ${readyTimeoutMs / 1000} s`, daemon, paths);
    }
    if (!announced && waited > 3_000) {
      say('Waiting for the worker to be ready …');
      announced = true;
    }
    await sleep(40);
  }
}

async function startFailure(what: string, daemon: Daemon, paths: StatePaths): Promise<ServiceError> {
  const tail = await daemon.logTail();
  return new ServiceError(
    'worker-start',
    `The worker did not start: ${what}.${tail ? `\n${tail}` : ''}`,
    `Its whole log is ${paths.workerLog}.`,
  );
}

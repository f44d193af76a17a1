import { availableParallelism } from 'node:os';
import { Client } from '@temporalio/client';
import type { Logger, Worker } from '@temporalio/worker';
import { startForkServer } from '../../process/fork-server/client.js';
import { codeVersion } from '../code-version.js';
import { tryLock } from '../file-lock.js';
import { hostId } from '../host-id.js';
import { limitOwnLog } from '../log-limit.js';
import { cacheFolder, prepareState, type StatePaths } from '../paths.js';
import { markOf } from '../process-mark.js';
import { registerSearchAttributes } from '../server-setup.js';
import { ServiceError } from '../service-error.js';
import { removeWorkerRecord, writeWorkerRecord } from '../worker-record.js';
import { connectPatiently, type WorkerConnection } from './connect-patiently.js';
import { createWorkers } from './create-workers.js';
import { installRuntime } from './runtime.js';
import { aborted, stopSignal } from './stop-signal.js';
import { workflowBundle } from './workflow-bundle.js';

export interface ActivityDependencies {
  /** The state folder. */
  state: string;
  hostId: string;
  /** Names the service for good: `embedded`, or address and namespace. */
  service: string;
  client: Client;
}

export interface WorkerProgram {
  /** The state folder. */
  state: string;
  agentSlots?: number | undefined;
  /** The module that exports the workflows, a path. */
  workflows: string;
  /** The module of the worker's fork server, a path. */
  forkServer: string;
  createActivities: (dependencies: ActivityDependencies) => object;
}

/** The life of a worker process, from its first line of log to the end of its last activity. Throws what ended it, if not a signal. */
export async function runWorker(program: WorkerProgram): Promise<void> {
  const stop = stopSignal();
  const { logger, shutdown } = installRuntime();
  try {
    const paths = await prepareState(program.state);
    limitOwnLog(paths.workerLog);
    startForkServer(program.forkServer, () => endWith(logger, 'The fork server has ended'));
    const release = await takeOwnership(paths);
    await live(program, { paths, logger, stop }).finally(release);
  } finally {
    await shutdown();
  }
}

/** What the fork server had started is nobody's now. A new worker does what is to be done after a kill. */
function endWith(logger: Logger, reason: string): void {
  logger.error(`${reason}; the worker ends, too.`);
  process.exit(1);
}

/** Half the cores, at least one. */
function defaultAgentSlots(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

// Two workers on one queue would both run its agents: twice the slots, and each sweeping what the other started.
async function takeOwnership({ state, workerOwner }: StatePaths): Promise<() => Promise<void>> {
  const taken = await tryLock(workerOwner, 'the worker');
  if (typeof taken === 'function') return taken;
  throw new ServiceError(
    'busy',
    `Process ${taken.process.pid} is the worker of ${state} already.`,
    'One is enough; `ralph down` stops it.',
  );
}

interface Life {
  paths: StatePaths;
  logger: Logger;
  stop: AbortSignal;
}

async function live(program: WorkerProgram, life: Life): Promise<void> {
  const { paths, logger, stop } = life;
  const connected = await connectPatiently(paths.state, logger, stop);
  if (connected) await serve(program, life, connected);
  logger.info(`Stopped${stop.aborted ? ` by ${stop.reason}` : ''}.`);
}

async function serve(
  program: WorkerProgram,
  { paths, logger, stop }: Life,
  connected: WorkerConnection,
): Promise<void> {
  const { connection, name: service, address, namespace } = connected;
  try {
    await registerSearchAttributes(connection, namespace);
    const host = await hostId(paths.state);
    const agentSlots = program.agentSlots ?? defaultAgentSlots();
    const bundle = await workflowBundle({ entry: program.workflows, cache: cacheFolder(), logger });
    if (stop.aborted) return;
    const client = new Client({ connection, namespace });
    const activities = program.createActivities({ state: paths.state, hostId: host, service, client });
    const workers = await createWorkers({ connection, namespace, hostId: host, agentSlots, bundle, activities });
    const ended = runAll(workers, stop);
    const [process_, version, startedAt] = [markOf(process.pid)!, await codeVersion(), new Date().toISOString()];
    await writeWorkerRecord(paths, {
      process: process_,
      codeVersion: version,
      address,
      namespace,
      agentSlots,
      startedAt,
    });
    logger.info(`Ready: ${address}, namespace ${namespace}, host ${host}, ${agentSlots} agent slot(s).`);
    await ended;
    await removeWorkerRecord(paths);
  } finally {
    await connection.close();
  }
}

// When one of them fails the other must not go on alone: half a worker looks alive and is not.
async function runAll(workers: Worker[], stop: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const over = aborted(AbortSignal.any([stop, failed.signal]));
  const runs = workers.map((worker) =>
    worker.runUntil(over).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const results = await Promise.allSettled(runs);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, type Logger } from '@temporalio/worker';
import { messageOf } from '../../errors.js';
import { statePaths } from '../paths.js';
import { readServerRecord, serviceInfo } from '../server-record.js';
import { embeddedTarget, externalTarget, type ServiceTarget } from '../service-target.js';

export type WorkerConnection = Pick<ServiceTarget, 'address' | 'name' | 'namespace'> & { connection: NativeConnection };

const longestPauseMs = 5_000;

/**
 * Connects the worker, for as long as it takes: the SDK gives up its first connection at once, and a worker may be up before its
 * server. Says why it waits; `undefined` when `stop` came first. Throws `ServiceError` (profile).
 */
export async function connectPatiently(
  state: string,
  logger: Logger,
  stop: AbortSignal,
): Promise<WorkerConnection | undefined> {
  for (let pause = 250; !stop.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
    const target = (await externalTarget()) ?? (await recordedTarget(state));
    const connected = target && (await tryConnect(target, logger));
    if (connected) return connected;
    if (!target) logger.warn(`Waiting for an embedded server: none is recorded in ${state}.`);
    await sleep(pause, undefined, { signal: stop }).catch(() => undefined);
  }
  return undefined;
}

// Read anew each time: a server that comes back may have had to take another port.
async function recordedTarget(state: string): Promise<ServiceTarget | undefined> {
  const record = await readServerRecord(statePaths(state));
  return record && embeddedTarget(serviceInfo(record));
}

async function tryConnect(target: ServiceTarget, logger: Logger): Promise<WorkerConnection | undefined> {
  const { name, address, namespace, connectionOptions } = target;
  try {
    const connection = await NativeConnection.connect({ ...connectionOptions, address });
    return { connection, name, address, namespace };
  } catch (error) {
    logger.warn(`Waiting for the Temporal service at ${address}: ${messageOf(error)}`);
    return undefined;
  }
}

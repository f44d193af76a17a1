import { stat } from 'node:fs/promises';
import { codeVersion } from './code-version.js';
import { cacheFolder, statePaths, stateFolder, type StatePaths } from './paths.js';
import { portAnswers } from './ports.js';
import { isAlive } from './process-mark.js';
import { readServerRecord, serviceInfo, type ServiceInfo } from './server-record.js';
import { externalTarget } from './service-target.js';
import { readWorkerRecord, type WorkerRecord } from './worker-record.js';

/** `running` answers, `hangs` lives without answering, `dead` ended without being stopped, `stopped` was never started or was stopped. */
export type ServerState = 'running' | 'hangs' | 'dead' | 'stopped';

export interface ServiceStatus {
  paths: StatePaths;
  cache: string;
  /** Set when the environment names a service; the embedded server is not used then. */
  external?: { address: string; namespace: string };
  server: { state: ServerState; info?: ServiceInfo; startedAt?: string; databaseBytes: number };
  worker: { alive: boolean; record?: WorkerRecord; currentCode: boolean };
}

/** What is there, without starting or changing anything. Throws `ServiceError` (profile, state-damaged). */
export async function serviceStatus(
  state: string = stateFolder(),
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ServiceStatus> {
  const paths = statePaths(state);
  const external = await externalTarget(env);
  return {
    paths,
    cache: cacheFolder(env),
    ...(external && { external: { address: external.address, namespace: external.namespace } }),
    server: await serverStatus(paths),
    worker: await workerStatus(paths),
  };
}

async function serverStatus(paths: StatePaths): Promise<ServiceStatus['server']> {
  const databaseBytes = (await stat(paths.database).catch(() => undefined))?.size ?? 0;
  const record = await readServerRecord(paths);
  if (!record) return { state: 'stopped', databaseBytes };
  const info = serviceInfo(record);
  const since = record.startedAt === undefined ? {} : { startedAt: record.startedAt };
  if (!record.process) return { state: 'stopped', info, ...since, databaseBytes };
  if (!isAlive(record.process)) return { state: 'dead', info, ...since, databaseBytes };
  return { state: (await portAnswers(record.port)) ? 'running' : 'hangs', info, ...since, databaseBytes };
}

async function workerStatus(paths: StatePaths): Promise<ServiceStatus['worker']> {
  const record = await readWorkerRecord(paths);
  if (!record) return { alive: false, currentCode: false };
  return { alive: isAlive(record.process), record, currentCode: record.codeVersion === (await codeVersion()) };
}

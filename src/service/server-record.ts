import { readRecord, writeRecord } from './json-file.js';
import type { StatePaths } from './paths.js';
import { portAnswers } from './ports.js';
import { isAlive, type ProcessMark } from './process-mark.js';

/** What `service.json` keeps: the choices stay, the process comes and goes. */
export interface ServerRecord {
  binary: string;
  /** Of the server that made the database. */
  serverVersion: string;
  port: number;
  uiPort: number;
  process?: ProcessMark;
  /** ISO 8601. */
  startedAt?: string;
  /** Healthy and set up; until then only the command that starts it may use it. */
  ready: boolean;
}

/** The embedded service as others need to know it. */
export interface ServiceInfo {
  address: string;
  namespace: string;
  uiUrl: string;
  pid: number;
  binary: string;
  serverVersion: string;
}

export const embeddedNamespace = 'default';

/** The record of this state folder's server, if it ever had one. */
export function readServerRecord(paths: StatePaths): Promise<ServerRecord | undefined> {
  return readRecord<ServerRecord>(paths.serverRecord);
}

export function writeServerRecord(paths: StatePaths, record: ServerRecord): Promise<void> {
  return writeRecord(paths.serverRecord, record);
}

/** The recorded server, if it lives, is set up and its port answers. Starts nothing. */
export async function runningServer(paths: StatePaths): Promise<ServiceInfo | undefined> {
  const record = await readServerRecord(paths);
  if (!record?.ready || !isAlive(record.process) || !(await portAnswers(record.port))) return undefined;
  return serviceInfo(record);
}

export function serviceInfo(record: ServerRecord): ServiceInfo {
  return {
    address: `127.0.0.1:${record.port}`,
    namespace: embeddedNamespace,
    uiUrl: `http://127.0.0.1:${record.uiPort}`,
    pid: record.process?.pid ?? 0,
    binary: record.binary,
    serverVersion: record.serverVersion,
  };
}

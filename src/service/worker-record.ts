import { rm } from 'node:fs/promises';
import { readRecord, writeRecord } from './json-file.js';
import type { StatePaths } from './paths.js';
import { isAlive, type ProcessMark } from './process-mark.js';

/** What `worker.json` keeps; written by the worker itself once it polls, removed by it when it stops: one of a dead process tells of a crash. */
export interface WorkerRecord {
  process: ProcessMark;
  codeVersion: string;
  address: string;
  namespace: string;
  agentSlots: number;
  /** ISO 8601. */
  startedAt: string;
}

/** The record of this state folder's last worker, dead or alive. */
export function readWorkerRecord(paths: StatePaths): Promise<WorkerRecord | undefined> {
  return readRecord<WorkerRecord>(paths.workerRecord);
}

export function writeWorkerRecord(paths: StatePaths, record: WorkerRecord): Promise<void> {
  return writeRecord(paths.workerRecord, record);
}

/** Says that no worker is meant to run. */
export async function removeWorkerRecord(paths: StatePaths): Promise<void> {
  await rm(paths.workerRecord, { force: true });
}

/** The worker that polls now, if there is one. */
export async function runningWorker(paths: StatePaths): Promise<WorkerRecord | undefined> {
  const record = await readWorkerRecord(paths);
  return isAlive(record?.process) ? record : undefined;
}

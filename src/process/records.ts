import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { bootId, findProcess } from './process-table.js';
import type { ProcessRecord } from './types.js';

// A pid below 2 would address every process of the user when it is signalled as a group.
const pid = z.int().min(2);
const recordSchema = z.object({
  pid,
  startTime: z.string().optional(),
  bootId: z.string().optional(),
  run: z.string(),
  purpose: z.string(),
  strays: z.array(z.object({ pid, startTime: z.string() })).optional(),
});

/** Makes the folder for records. Rejects with the file system's error. */
export async function prepareRecords(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** What is noted about a program of ours right after its start, while its pid can't have been used again. */
export async function describeProcess(pid: number, run: string, purpose: string): Promise<ProcessRecord> {
  return { pid, startTime: (await findProcess(pid))?.startTime, bootId: bootId(), run, purpose };
}

/** Writes `<folder>/<pid>.json` in one step, without waiting for the disk: after a crash of the machine nothing lives. */
export function writeRecord(folder: string, record: ProcessRecord): void {
  writeFileAtomic.sync(recordFile(folder, record.pid), `${JSON.stringify(record)}\n`, { fsync: false, mode: 0o600 });
}

/** Removes a record; none is fine. */
export async function removeRecord(folder: string, pid: number): Promise<void> {
  rmSync(recordFile(folder, pid), { force: true });
}

/** The records of a run. Files that are no record are left where they are; a missing folder holds none. */
export async function readRecords(folder: string, run: string): Promise<ProcessRecord[]> {
  const records = namesIn(folder).map((name) => readRecord(path.join(folder, name)));
  return records.filter((record) => record?.run === run).flatMap((record) => record ?? []);
}

function readRecord(file: string): ProcessRecord | undefined {
  if (!/^\d+\.json$/.test(path.basename(file))) return undefined;
  try {
    const { strays, ...rest } = recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const record = { ...rest, startTime: rest.startTime, bootId: rest.bootId };
    return strays ? { ...record, strays } : record;
  } catch {
    return undefined; // gone, or not ours
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function recordFile(folder: string, pid: number): string {
  return path.join(folder, `${pid}.json`);
}

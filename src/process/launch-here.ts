import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sendSignal } from './end-processes.js';
import { MARKER } from './marker.js';
import { openForProgram } from './program-files.js';
import { describeProcess, writeRecord } from './records.js';
import { spawnProblem } from './spawn-problem.js';
import type { ProcessRecord, ProgramSpec } from './types.js';

export interface LaunchRequest {
  spec: ProgramSpec;
  /** Folder for process records, which is there. */
  records: string;
}

export interface Exit {
  exitCode: number | undefined;
  signal: string | undefined;
}

export type LaunchOutcome = { problem: string } | { record: ProcessRecord };

/**
 * Starts a program as leader of its own session, with exactly `spec.env` and the marker as its environment, its
 * output going into the files themselves (execa knows only pipes and our own three streams), and writes its record.
 *
 * Between start and record no other work is done in this process: until then the pid can't have been used again.
 * Rejects when the record can't be written, with the program killed.
 */
export async function launchHere({
  spec,
  records,
}: LaunchRequest): Promise<{ problem: string } | { record: ProcessRecord; exit: Promise<Exit> }> {
  let child: ChildProcess;
  try {
    child = await start(spec);
  } catch (error) {
    return { problem: spawnProblem(spec, error) };
  }
  const pid = child.pid as number;
  const exit = once(child, 'exit').then(([code, signal]) => ({
    exitCode: (code as number | null) ?? undefined,
    signal: (signal as string | null) ?? undefined,
  }));
  try {
    const record = await describeProcess(pid, spec.run, spec.purpose);
    writeRecord(records, record);
    return { record, exit };
  } catch (error) {
    sendSignal(-pid, 'SIGKILL');
    throw error;
  }
}

/** Rejects with the system's error. */
async function start(spec: ProgramSpec): Promise<ChildProcess> {
  const files = openForProgram(spec);
  try {
    const child = spawn(spec.args ? spec.command : 'bash', spec.args ?? ['-c', '--', spec.command], {
      cwd: spec.cwd,
      env: { ...spec.env, [MARKER]: spec.run },
      stdio: files.stdio,
      detached: true,
    });
    if (child.pid === undefined) throw ((await once(child, 'error')) as [Error])[0];
    return child;
  } finally {
    files.close();
  }
}

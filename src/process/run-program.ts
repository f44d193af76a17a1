import { endSession, sessionMembers } from './end-processes.js';
import { forgetOnExit, killOnExit } from './exit-hook.js';
import { launch } from './launch.js';
import type { ProgramExit } from './launch.js';
import { watchLimits } from './limits.js';
import { makeOutputFiles } from './program-files.js';
import type { OutputFiles } from './program-files.js';
import { reapRun } from './reap-run.js';
import { prepareRecords, removeRecord, writeRecord } from './records.js';
import { spawnProblem } from './spawn-problem.js';
import type { EndedBy, ProcessRecord, ProgramResult, ProgramSpec, RunOptions } from './types.js';

const UNSTARTED = { exitCode: undefined, signal: undefined, durationMs: 0 };

/**
 * Runs a program in a session and group of its own, its output straight into files: no pipe that a background
 * process could hold open, no byte through this process. While anything of it runs, its record lies in
 * `options.records`.
 *
 * Resolves, whatever the program does, when it has exited and its group is gone (with `keepStrays`: when it has
 * exited by itself). What can't be started is a result with `spawnError`. Rejects only when the record can't be
 * written, an output file can't be measured or a callback throws; the program is ended before.
 */
export async function runProgram(spec: ProgramSpec, options: RunOptions): Promise<ProgramResult> {
  let files: OutputFiles;
  try {
    await prepareRecords(options.records);
    files = makeOutputFiles(spec);
  } catch (error) {
    return { ...UNSTARTED, endedBy: 'itself', spawnError: spawnProblem(spec, error) };
  }
  try {
    return await startAndSupervise(spec, options, files);
  } finally {
    files.close();
  }
}

async function startAndSupervise(spec: ProgramSpec, options: RunOptions, files: OutputFiles): Promise<ProgramResult> {
  if (options.signal?.aborted) return { ...UNSTARTED, endedBy: 'cancel' };
  const start = performance.now();
  const launched = await launch({ spec, records: options.records });
  if ('problem' in launched) return { ...UNSTARTED, endedBy: 'itself', spawnError: launched.problem };
  const { record } = launched;
  killOnExit(record.pid);
  try {
    options.onStart?.(record);
    const endedBy = await waitForEnd(launched.exit, spec, options, files.size);
    const livesOn = await settleGroup(record, endedBy, spec, options.records);
    // One that even KILL did not end, stuck in the kernel, is not waited for.
    const unknown = Promise.resolve({ exitCode: undefined, signal: undefined, at: performance.now() });
    const { exitCode, signal, at } = await (livesOn ? Promise.race([launched.exit, unknown]) : launched.exit);
    return { exitCode, signal, endedBy, durationMs: Math.round(at - start) };
  } catch (error) {
    await endSession(record.pid, spec.graceMs);
    await removeRecord(options.records, record.pid);
    throw error;
  } finally {
    forgetOnExit(record.pid);
  }
}

async function waitForEnd(
  exit: Promise<ProgramExit>,
  spec: ProgramSpec,
  options: RunOptions,
  size: () => number,
): Promise<EndedBy> {
  const limits = watchLimits(spec, options, size);
  try {
    return await Promise.race([exit.then(() => 'itself' as const), limits.reached]);
  } finally {
    limits.stop();
  }
}

/** Ends what is left of a program, or notes whom to end later; the record stays as long as something lives. */
async function settleGroup(
  record: ProcessRecord,
  endedBy: EndedBy,
  spec: ProgramSpec,
  records: string,
): Promise<boolean> {
  if (endedBy === 'itself' && spec.keepStrays) {
    const strays = (await sessionMembers(record.pid)).map(({ pid, startTime }) => ({ pid, startTime }));
    if (strays.length > 0) writeRecord(records, { ...record, strays });
    else await removeRecord(records, record.pid);
    return strays.length > 0;
  }
  if (spec.sweep) {
    const reaped = await reapRun(records, record.run, { graceMs: spec.graceMs, ended: record.pid });
    return reaped.some(({ gone }) => !gone);
  }
  const survivors = await endSession(record.pid, spec.graceMs);
  if (survivors.length === 0) await removeRecord(records, record.pid);
  return survivors.length > 0;
}

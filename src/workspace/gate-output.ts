/** Where a gate's output goes, and what it came to. */
import { join } from 'node:path';
import type { GateOutcome } from '../gates/types.js';
import { readLastLine } from '../process/tail.js';
import type { ProgramResult } from '../process/types.js';

export interface GateFiles {
  stdout: string;
  stderr: string;
  /** Command, verdict and the end of its output on one page. */
  report: string;
}

/** @param index 0-based, in the increment */
export function gateFiles(folder: string, index: number): GateFiles {
  const name = `gate-${String(index + 1).padStart(2, '0')}`;
  return {
    stdout: join(folder, `${name}.stdout.log`),
    stderr: join(folder, `${name}.stderr.log`),
    report: join(folder, `${name}.log`),
  };
}

/** @param timeLimitMs limit that the program was run with */
export async function gateOutcome(
  { exitCode, signal, endedBy }: ProgramResult,
  { stdout }: GateFiles,
  timeLimitMs: number,
): Promise<GateOutcome> {
  return { exitCode, signal, timedOut: endedBy === 'wall', timeLimitMs, ...(await readLastLine(stdout)) };
}

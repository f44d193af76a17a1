/** Programs that a command runs in the checkout by itself, before there is a run: supervised like those of a run. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.js';
import { reapRun } from '../process/reap-run.js';
import { runProgram } from '../process/run-program.js';
import type { ProgramResult } from '../process/types.js';
import { statePaths } from '../service/paths.js';
import { anyOutput, maskFolder } from './mask-files.js';
import { runFolder } from './run-folder.js';
import { secretsOf } from './secrets.js';

export interface Trial {
  checkout: Checkout;
  /** State folder. */
  state: string;
  /** The starting user's environment. */
  env: Record<string, string>;
  /** Workflow id of the run that is not there yet. */
  run: string;
  /** Limit for each program, in ms. */
  wallMs: number;
  graceMs: number;
  signal: AbortSignal;
}

export interface TrialFiles {
  stdout: string;
  stderr: string;
}

/** Runs a line for the shell as a gate is run; what it leaves behind lives until `endTrial`. */
export function tryCommand(trial: Trial, command: string, files: TrialFiles): Promise<ProgramResult> {
  const { checkout, state, env, wallMs, graceMs, signal } = trial;
  return runProgram(
    {
      command,
      cwd: checkout.top,
      env: { ...env, CI: '1', GIT_TERMINAL_PROMPT: '0' },
      stdoutFile: files.stdout,
      stderrFile: files.stderr,
      run: markOf(trial),
      wallMs,
      graceMs,
      purpose: `check before the run: ${command.slice(0, 100)}`,
      keepStrays: true,
    },
    { records: statePaths(state).processes, signal },
  );
}

/** Ends whatever the tried commands left, and masks what they printed into the folder. */
export async function endTrial(trial: Trial, folder: string): Promise<void> {
  await reapRun(statePaths(trial.state).processes, markOf(trial), { graceMs: trial.graceMs });
  await maskFolder(folder, anyOutput, secretsOf(trial.env));
}

/** Makes a folder for output, beside the evidence of the plan's runs. */
export async function trialFolder({ state, run }: Trial, name: string): Promise<string> {
  const folder = join(runFolder(state, run).path, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Not the run's own marker: a run of the plan that begins meanwhile must not be ended with ours. */
function markOf({ run }: Trial): string {
  return `${run}/before`;
}

/** Prerequisites: a loop that begins on red tests spends its agents on what was broken before. */
import { join } from 'node:path';
import type { Finding } from '../documents/types.js';
import { calledWord, segmentsOf } from '../gates/shell.js';
import { findProgram } from '../process/program-exists.js';
import { readTail } from '../process/tail.js';
import type { ProgramResult } from '../process/types.js';
import { maskValue, secretsOf } from './secrets.js';
import { endTrial, trialFolder, tryCommand, type Trial } from './trial.js';

const tailBytes = 2_048;
/** bash's exit code for a command that it can't find; npm hands it on. */
const notFound = 127;

/** A red command; `tail` is the end of what it printed. */
export interface RedFinding extends Finding {
  tail: string;
  logFile: string;
}

export interface VerifyCommand {
  command: string;
  /** Found by us, not named by the configuration. */
  detected: boolean;
}

/**
 * Runs the commands one after the other, until one is red.
 *
 * @param tell gets a sentence before each command and one after it
 * @returns nothing, or the one that is red
 */
export async function verify(
  trial: Trial,
  commands: VerifyCommand[],
  tell: (sentence: string) => void,
): Promise<RedFinding[]> {
  const folder = await trialFolder(trial, 'verify');
  try {
    for (const [index, { command, detected }] of commands.entries()) {
      if (detected && (await isMissing(trial, command))) {
        tell(`Prerequisites not checked: the program of \`${command}\` is not installed here.`);
        continue;
      }
      tell(`Prerequisites: ${command} …`);
      const logFile = join(folder, `${String(index + 1).padStart(2, '0')}.log`);
      const result = await tryCommand(trial, command, { stdout: logFile, stderr: logFile });
      trial.signal.throwIfAborted();
      if (detected && result.exitCode === notFound) {
        tell(`Prerequisites not checked: \`${command}\` needs a program that is not installed here.`);
        continue;
      }
      const problem = problemOf(result, trial.wallMs);
      if (problem !== undefined) return [maskValue(await red(command, problem, logFile), secretsOf(trial.env))];
      tell(`Prerequisites: ${command} is green (${Math.ceil(result.durationMs / 1000)} s).`);
    }
    return [];
  } finally {
    await endTrial(trial, folder);
  }
}

/** A tool that isn't installed here says nothing about the tests. */
async function isMissing({ env, checkout }: Trial, command: string): Promise<boolean> {
  const word = calledWord(segmentsOf(command)[0]?.text ?? '');
  const where = { path: env['PATH'] ?? '', cwd: checkout.top };
  return word !== undefined && (await findProgram(word, where)) === undefined;
}

function problemOf({ exitCode, signal, endedBy, spawnError }: ProgramResult, wallMs: number): string | undefined {
  if (spawnError !== undefined) return spawnError;
  if (endedBy === 'wall') return `not over after ${Math.round(wallMs / 1000)} s`;
  if (signal !== undefined) return `ended by ${signal}`;
  return exitCode === 0 ? undefined : `exit code ${exitCode}`;
}

async function red(command: string, problem: string, logFile: string): Promise<RedFinding> {
  return {
    level: 'error',
    code: 'verify-red',
    message: `The prerequisite \`${command}\` is red before any work: ${problem}.`,
    hint: 'Mend it first, name other commands in `verify` ([] for none), or start all the same with --allow-red.',
    tail: await readTail(logFile, tailBytes).catch(() => ''),
    logFile,
  };
}

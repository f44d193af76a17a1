/** Conditions that a person can mend are told in a sentence; anything else with its stack. */
import { exitCodes, type ExitCode } from './exit-codes.js';
import { colours, say } from './output.js';

export function reportError(error: unknown): ExitCode {
  if (isPlain(error)) {
    say(`${colours.red('error')}: ${error.message}`);
    if (error.hint !== undefined && error.hint !== '') say(error.hint);
    return exitCodes.usage;
  }
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  say('This is a fault of the runner. Nothing was lost: what runs goes on, `ralph status` shows it.');
  return exitCodes.failed;
}

/** The error classes of the rooms carry a code and what to do. */
function isPlain(error: unknown): error is Error & { code: string; hint?: string } {
  return error instanceof Error && 'hint' in error && 'code' in error && typeof error.code === 'string';
}

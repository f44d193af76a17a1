#!/usr/bin/env node
/** The command line. */
import { CommanderError } from 'commander';
import { exitCodes, type ExitCode } from './cli/exit-codes.js';
import { createProgram } from './cli/program.js';
import { reportError } from './cli/report-error.js';

// A reader that has seen enough (`ralph logs 0001 | head`) is no fault, and nobody is left to write for.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

let exitCode: ExitCode = exitCodes.complete;
const program = createProgram((code) => (exitCode = code));
program.exitOverride();
for (const command of program.commands) command.exitOverride();
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? exitCodes.complete : exitCodes.usage;
  else exitCode = reportError(error);
}
// A connection that is still closing must not hold the terminal.
process.exitCode = exitCode;

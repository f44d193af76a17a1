import { forkServer } from './fork-server/client.js';
import { launchHere, type Exit, type LaunchRequest, type LaunchOutcome } from './launch-here.js';
import type { ProcessRecord } from './types.js';

export interface ProgramExit extends Exit {
  /** By the clock of `performance.now()`. */
  at: number;
}

/** `problem` is a sentence that says why the program could not be started. */
export type Launched = { problem: string } | { record: ProcessRecord; exit: Promise<ProgramExit> };

/**
 * Starts a program, through this process's fork server where there is one.
 *
 * `exit` settles when the program itself has exited, whoever holds its output; it never rejects: with a fork server
 * that is gone it stays open, and this process is about to end. Rejects when the record can't be written.
 */
export async function launch(request: LaunchRequest): Promise<Launched> {
  const server = forkServer();
  if (server === undefined) {
    const outcome = await launchHere(request);
    return 'problem' in outcome ? outcome : { record: outcome.record, exit: timed(outcome.exit) };
  }
  const outcome = await server.call<LaunchOutcome>('launch', request);
  if ('problem' in outcome) return outcome;
  const { pid } = outcome.record;
  return {
    record: outcome.record,
    exit: timed(server.call<Exit>('exit', pid).catch(() => new Promise(() => undefined))),
  };
}

async function timed(exit: Promise<Exit>): Promise<ProgramExit> {
  return { ...(await exit), at: performance.now() };
}

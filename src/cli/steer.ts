/** `pause` and `guide`: messages to a run that goes on working. */
import type { LoopStatus } from '../workflows/types.js';
import { update } from './ask-run.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { withService } from './open-service.js';
import { print, printJson } from './output.js';
import { findPlace, findPlan, type RepoOptions } from './place.js';
import { statusJson } from './status-json.js';
import { requireOpenRun } from './run-handle.js';

export interface SteerOptions extends RepoOptions {
  json?: boolean;
}

/** The run waits after its current step. */
export function pause(argument: string, options: SteerOptions): Promise<ExitCode> {
  return steer(
    argument,
    options,
    'pause',
    [],
    (plan) => `${plan} pauses after its current step. To go on: ralph resume ${plan}`,
  );
}

/** The note goes into the next agent's prompt. */
export function guide(argument: string, text: string, options: SteerOptions): Promise<ExitCode> {
  return steer(argument, options, 'guide', [text], () => "The next agent's prompt will hold that note.");
}

async function steer(
  argument: string,
  options: SteerOptions,
  message: 'pause' | 'guide',
  args: [] | [string],
  said: (plan: string) => string,
): Promise<ExitCode> {
  const place = await findPlace(options);
  const { located, run } = await findPlan(place, argument);
  return withService(place.state, { worker: true }, async ({ service }) => {
    await requireOpenRun(service, run);
    const status: LoopStatus = await update(service, run, message, args);
    if (options.json === true) printJson(statusJson(run, status));
    else print(said(located.folder));
    return exitCodes.complete;
  });
}

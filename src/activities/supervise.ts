/** Runs a program inside an activity: heartbeats while it runs, and a cancel or a stopping worker ends it. */
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { statePaths } from '../service/paths.js';
import { reapRun } from '../process/reap-run.js';
import { runProgram } from '../process/run-program.js';
import { checkClaim } from '../workspace/claim.js';
import type { ProgramResult, ProgramSpec } from '../process/types.js';
import type { Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { tell } from './heartbeat.js';
import { supersededSignal } from './lease.js';
import { watchService } from './service-watch.js';
import type { Heartbeat, RunSettings } from './types.js';

/**
 * @param endNow ends the program when its work is known to be done
 * @throws CancelledFailure after the program's group is gone, when the step was cancelled
 * @throws UserError `claim-lost` when another run has taken the checkout meanwhile
 * @throws ApplicationFailure `Interrupted` when the worker stops, the service is out of reach or a later step took over;
 *   the step is then repeated, uncounted
 */
export async function supervise(
  held: Held,
  spec: ProgramSpec,
  what: Omit<Heartbeat, 'since' | 'pid'>,
  endNow?: AbortSignal,
): Promise<ProgramResult> {
  const context = Context.current();
  const details: Heartbeat = { ...what, since: Date.now(), pid: undefined };
  const records = statePaths(held.deps.state).processes;
  const superseded = supersededSignal();
  // Every step that runs a program has this time-out.
  const service = watchService(held.deps.client, context.info.heartbeatTimeoutMs as number);
  const interruptions = [...(superseded === undefined ? [] : [superseded]), service.gone];
  const signal = AbortSignal.any([context.cancellationSignal, ...interruptions]);
  tell(details);
  const result = await runProgram(spec, {
    records,
    signal,
    ...(endNow === undefined ? {} : { endNow }),
    onStart: (record) => {
      details.pid = record.pid;
      tell(details);
      crashPoint(held.deps.state, 'after-spawn');
    },
  }).finally(service.stop);
  if (result.endedBy === 'cancel' || signal.aborted) await throwReason(context, interruptions);
  // A run that was terminated meanwhile may have a successor already, which ended the program and works here now.
  await checkClaim(held.checkout.gitDir, held.ref.run, held.ref.token);
  return result;
}

/** Ends every program of the run, whatever it escaped from. */
export async function reap(held: Held, settings: RunSettings): Promise<void> {
  await reapRun(statePaths(held.deps.state).processes, held.ref.run, { graceMs: settings.graceMs });
}

/** @param interruptions each with what it says of itself as its reason */
async function throwReason(context: Context, interruptions: AbortSignal[]): Promise<never> {
  const reason = interruptions.find(({ aborted }) => aborted)?.reason as string | undefined;
  const message = context.cancellationDetails?.workerShutdown === true ? 'The worker was stopped.' : reason;
  if (message !== undefined) throw ApplicationFailure.create({ message, type: 'Interrupted', nonRetryable: true });
  await context.cancelled;
  throw new CancelledFailure('CANCELLED');
}

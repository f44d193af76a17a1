/** What the service knows of one run. */
import {
  WorkflowFailedError,
  WorkflowNotFoundError,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from '@temporalio/client';
import type { Heartbeat } from '../activities/types.js';
import { UserError } from '../errors.js';
import type { Service } from '../service/connection.js';
import type { LoopResult } from '../workflows/types.js';

export function handleOf({ client }: Service, run: string): WorkflowHandle {
  return client.workflow.getHandle(run);
}

/** @returns `undefined` when the service knows no such run */
export async function describeRun(service: Service, run: string): Promise<WorkflowExecutionDescription | undefined> {
  try {
    return await handleOf(service, run).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** What an agent or gate is doing right now, as its heartbeat says. */
export function heartbeatOf(description: WorkflowExecutionDescription): Heartbeat | undefined {
  for (const { heartbeatDetails } of description.raw.pendingActivities ?? []) {
    const data = heartbeatDetails?.payloads?.[0]?.data;
    if (data) return JSON.parse(Buffer.from(data).toString()) as Heartbeat;
  }
  return undefined;
}

/** @throws UserError `no-such-run` */
export async function requireOpenRun(service: Service, run: string): Promise<WorkflowExecutionDescription> {
  const description = await describeRun(service, run);
  const plan = run.split('/').at(-1) ?? run;
  if (description === undefined) {
    throw new UserError('no-such-run', `There is no run of ${plan}.`, `Start one: ralph start ${plan}.`);
  }
  if (description.status.name !== 'RUNNING') {
    const state = description.status.name.toLowerCase().replaceAll('_', ' ');
    throw new UserError(
      'run-ended',
      `The last run of ${plan} has ended (${state}).`,
      `Start a new one: ralph start ${plan}.`,
    );
  }
  return description;
}

export type RunEnd =
  | { kind: 'result'; result: LoopResult }
  | { kind: 'cancelled' }
  | { kind: 'refused'; message: string; hint: string | undefined }
  | { kind: 'failed'; message: string };

/** How a closed run ended; also over continue-as-new. */
export async function endOf(service: Service, run: string): Promise<RunEnd> {
  try {
    return { kind: 'result', result: (await handleOf(service, run).result()) as LoopResult };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return readFailure(error);
  }
}

function readFailure(error: WorkflowFailedError): RunEnd {
  const { cause } = error;
  if (cause?.name === 'CancelledFailure') return { kind: 'cancelled' };
  if (cause && 'type' in cause && cause.type === 'Refused') {
    const [details] = 'details' in cause && Array.isArray(cause.details) ? (cause.details as { hint?: string }[]) : [];
    return { kind: 'refused', message: cause.message, hint: details?.hint };
  }
  return { kind: 'failed', message: innermost(cause ?? error) };
}

function innermost(error: Error): string {
  return error.cause instanceof Error ? innermost(error.cause) : error.message;
}

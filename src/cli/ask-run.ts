/** What commands ask a run itself, and tell it to do: both need a worker that answers. */
import { isGrpcServiceError } from '@temporalio/client';
import { UserError } from '../errors.js';
import type { Service } from '../service/connection.js';
import type { LoopStatus, ResumeMessage } from '../workflows/types.js';
import { handleOf, requireOpenRun } from './run-handle.js';

const answerWithinMs = 10_000;
/** A worker that was killed is noticed, and its successor at work, within this time. */
const doneWithinMs = 45_000;

const noAnswer = 'no-answer';
const why = 'its worker is there, but stopped, overloaded, or failing at each task of the run';
const whatToDo =
  'If it stays so: `ralph down`, then `ralph up`; nothing is lost by that. `logs/worker.log` in the state folder says more.';

/**
 * How gRPC names it when the service has got no answer from the run: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED (too
 * many wait for one), FAILED_PRECONDITION (no worker asks for tasks, or each fails at the run's). All but the third were
 * seen with a worker that was stopped.
 */
const unansweredCodes = [1, 4, 8, 9];

/** @throws UserError `no-answer` after 10 s: a worker lives (commands see to that), but is stopped, hangs, or is overloaded */
export async function queryStatus(service: Service, run: string): Promise<LoopStatus> {
  try {
    return await service.connection.withDeadline(Date.now() + answerWithinMs, () =>
      handleOf(service, run).query<LoopStatus>('status'),
    );
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw new UserError(noAnswer, `The run does not answer: ${why}.`, `Try again. ${whatToDo}`);
  }
}

/** As `queryStatus`, for whom an answer is welcome but not needed. */
export async function queryStatusIfAnswered(service: Service, run: string): Promise<LoopStatus | undefined> {
  try {
    return await queryStatus(service, run);
  } catch (error) {
    if (error instanceof UserError && error.code === noAnswer) return undefined;
    throw error;
  }
}

/**
 * Tells the run to do something. What is not taken is said again by a signal of the same name, which the service keeps
 * until a worker takes it: it refuses an update while workers fail to take the run's task, and once, under random kills,
 * it never delivered one.
 *
 * @returns the run's status afterwards
 * @throws UserError `refused` with the run's own words; `run-ended`; `kept` when only the service has heard it so far
 */
export async function update(
  service: Service,
  run: string,
  name: 'resume' | 'pause' | 'guide',
  args: [] | [ResumeMessage] | [string],
): Promise<LoopStatus> {
  const handle = handleOf(service, run);
  try {
    return await service.connection.withAbortSignal(AbortSignal.timeout(doneWithinMs), () =>
      handle.executeUpdate<LoopStatus, []>(name, { args: args as unknown[] as [] }),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowUpdateFailedError') {
      throw new UserError('refused', error.cause instanceof Error ? error.cause.message : error.message);
    }
    await requireOpenRun(service, run); // it may have ended meanwhile
    if (!isUnanswered(error)) throw error;
    await handle.signal(name, ...(args as unknown[] as []));
    const status = await queryStatusIfAnswered(service, run);
    if (status !== undefined) return status;
    throw new UserError(
      'kept',
      `The run does not answer: ${why}. The service keeps your \`${name}\`, and the run acts on it as soon as it can.`,
      whatToDo,
    );
  }
}

function isUnanswered(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown };
  return isGrpcServiceError(cause) && unansweredCodes.includes(cause.code);
}

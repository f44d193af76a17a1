/** The protocol's steps as this workflow calls them: which queue, which time-outs, which name a person reads. */
import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  TimeoutFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  Activities,
  AgentStart,
  CommitInput,
  GateInput,
  ImplementInput,
  IterationRef,
  LogInput,
  Notice,
  RunRef,
  RunSettings,
} from '../activities/types.js';
import type { RalphLoopInput } from './types.js';

/** Beyond the supervisor's own wall clock, so that its verdict comes first. */
const supervisorMarginMs = 60_000;

export type Steps = ReturnType<typeof createSteps>;

export function createSteps(input: RalphLoopInput) {
  const { settings } = input;
  const ref = runRef(input);
  const bookkeeping = proxyActivities<Activities>({
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: settings.heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '10s', maximumAttempts: 5 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  });
  // Cheap and safe to run twice: a local activity costs a quarter of a round trip.
  const local = proxyLocalActivities<Activities>({
    startToCloseTimeout: '2 minutes',
    retry: { initialInterval: '500ms', maximumAttempts: 5 },
  });
  const agent = proxyActivities<Activities>(supervised(settings, settings.agentWallMs, input.agentQueue));
  const gate = proxyActivities<Activities>(supervised(settings, settings.gateWallMs));
  // A push, a look and a pull request, each with its own limit.
  const publisher = proxyActivities<Activities>(supervised(settings, 3 * settings.gateWallMs));
  const messenger = proxyActivities<Activities>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: settings.heartbeatMs,
    retry: { initialInterval: '2s', backoffCoefficient: 3, maximumAttempts: 4 },
  });

  return {
    ref,
    settings,
    setUp: () => bookkeeping.setUpWorkspace.executeWithOptions({ summary: 'set up workspace' }, [{ ref, settings }]),
    begin: (gatesFirst: boolean, known: string | undefined) =>
      local.beginIteration.executeWithOptions({ summary: 'next increment' }, [{ ref, settings, gatesFirst, known }]),
    implement: (step: Omit<ImplementInput, 'settings'>, title: string) =>
      agent.implementIncrement.executeWithOptions({ summary: summary(step.ref.increment, title, step.attempt) }, [
        { ...step, settings },
      ]),
    runGate: (step: Omit<GateInput, 'settings'>, label: string) =>
      gate.runGate.executeWithOptions({ summary: cut(`${step.ref.increment} — gate ${step.index + 1}: ${label}`) }, [
        { ...step, settings },
      ]),
    commit: (step: Omit<CommitInput, 'settings'>, title: string) =>
      bookkeeping.commitIncrement.executeWithOptions({ summary: summary(step.ref.increment, `commit: ${title}`) }, [
        { ...step, settings },
      ]),
    log: (entry: LogInput) =>
      local.logProgress.executeWithOptions({ summary: cut(`${entry.ref.increment} — log: ${entry.status}`) }, [entry]),
    markBlocked: (iteration: IterationRef) =>
      local.markBlocked.executeWithOptions({ summary: cut(`${iteration.increment} — mark blocked`) }, [
        { ref: iteration, settings },
      ]),
    archive: () => bookkeeping.archivePlan.executeWithOptions({ summary: 'archive' }, [{ ref, settings }]),
    publish: (base: string, pullRequest: boolean) =>
      publisher.openPullRequest.executeWithOptions({ summary: pullRequest ? 'pull request' : 'push' }, [
        { ref, settings, base, pullRequest },
      ]),
    notify: (notice: Notice) =>
      messenger.notifyPerson.executeWithOptions({ summary: cut(`notify: ${notice.state}`) }, [
        { ref, settings, notice },
      ]),
    finish: (putBack: boolean, keepRunFile: boolean, unreported: AgentStart[]) =>
      bookkeeping.finishRun.executeWithOptions({ summary: putBack ? 'put back' : 'finish' }, [
        { ref, settings, putBack, keepRunFile, ...(unreported.length === 0 ? {} : { unreported }) },
      ]),
  };
}

/** A step that is broken. Local activities fail with their own failure, the others with one around it. */
export function isStepFailure(error: unknown): error is ActivityFailure | ApplicationFailure {
  return (error instanceof ActivityFailure || error instanceof ApplicationFailure) && !isCancellation(error);
}

/** The innermost message of a broken step. */
export function describe(error: ActivityFailure | ApplicationFailure): string {
  return error instanceof ActivityFailure ? (error.cause?.message ?? error.message) : error.message;
}

/** A worker that died or was stopped under a step, or a git of the step's own that was killed: nobody's fault, and no attempt is counted. */
export function isInterruption(error: unknown): error is ActivityFailure {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return true;
  return cause instanceof ApplicationFailure && cause.type === 'Interrupted';
}

function runRef(input: RalphLoopInput): RunRef {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  return { checkout: input.checkout, planFolder: input.planFolder, run: workflowId, token: firstExecutionRunId };
}

/** One try only: what an interrupted agent or gate left behind is the workflow's decision. */
function supervised(settings: RunSettings, wallMs: number, taskQueue?: string) {
  return {
    startToCloseTimeout: wallMs + settings.graceMs + supervisorMarginMs,
    heartbeatTimeout: settings.heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    ...(taskQueue === undefined ? {} : { taskQueue }),
  };
}

function summary(increment: string, title: string, attempt?: number): string {
  return cut(`${increment} — ${title}${attempt === undefined ? '' : ` · attempt ${attempt}`}`);
}

/** The server takes 400 bytes; a character may need four. */
function cut(text: string): string {
  return text.length <= 95 ? text : `${text.slice(0, 94)}…`;
}

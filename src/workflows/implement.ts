/** One attempt by a fresh agent, through interruptions, limits and passing faults that are not the attempt's own. */
import type { BlockKind, Failure, ImplementResult, IterationRef } from '../activities/types.js';
import type { Loop } from './loop.js';
import { describe, isInterruption } from './steps.js';

const longestBackOffMs = 10 * 60_000;
const transientsAllowed = 10;
/** Limits of one attempt whose end is believed; an agent that names a wrong one must not be started every minute. */
const limitsBelieved = 3;

/** Why the loop can't go on without a person; thrown to leave the iteration. */
export class Blocked extends Error {
  override readonly name = 'Blocked';

  constructor(
    readonly reason: BlockKind,
    message: string,
    readonly failures: Failure[],
  ) {
    super(message);
  }
}

/** What an attempt gave; `failure` when it goes to no gate and counts all the same. */
export interface Work {
  learnings: string[];
  criteria: string[];
  /** What the runner put back or saved. */
  notes: string[];
  /** Whether the checkout's files are others than before. */
  changed: boolean;
  failure?: Failure;
}

/**
 * Repeats the attempt, uncounted, as long as something other than its work stopped it.
 *
 * @throws Blocked when a person is needed
 */
export async function implement(
  loop: Loop,
  ref: IterationRef,
  title: string,
  attempt: number,
  failures: Failure[],
): Promise<Work> {
  let transients = 0;
  let limits = 0;
  for (;;) {
    await loop.pausePoint();
    await loop.budgetPoint();
    const result = await untilUninterrupted(loop, ref, title, attempt, failures);
    const { outcome } = result;
    loop.state.note(result.notes);
    loop.show();
    switch (outcome.kind) {
      case 'unaffordable':
        // Other runs have used the day's budget up; the wait is above.
        break;
      case 'finished':
        return given(result);
      case 'failed':
        loop.state.tell('bad', `agent: ${outcome.message}`);
        return { ...given(result), failure: agentFailure(result, outcome.message, outcome.tail) };
      case 'blocked':
        throw new Blocked(outcome.reason, outcome.message, [agentFailure(result, outcome.message, outcome.tail)]);
      case 'limited':
        limits += 1;
        await waitForReset(loop, outcome.until, outcome.message, limits > limitsBelieved);
        break;
      case 'transient':
        transients += 1;
        if (transients > transientsAllowed) {
          const message = `The agent failed ${transients} times for a passing reason: ${outcome.message}`;
          throw new Blocked('agent-unstable', message, [agentFailure(result, message, '')]);
        }
        await backOff(loop, transients, outcome.message);
    }
  }
}

async function untilUninterrupted(
  loop: Loop,
  ref: IterationRef,
  title: string,
  attempt: number,
  failures: Failure[],
): Promise<ImplementResult> {
  const { current } = loop.data;
  for (let interruptions = 1; ; interruptions += 1) {
    if (current !== undefined) Object.assign(current, { attempt, phase: 'implementing', gate: undefined });
    loop.state.tell(
      'step',
      attempt === 1 ? 'a fresh agent implements it' : `a fresh agent fixes it (retry ${attempt - 1})`,
    );
    loop.show();
    try {
      const guidance = loop.state.showGuidance();
      const { unreported, budgets } = loop.data;
      const start = loop.state.beginAgent({ iteration: ref.iteration, increment: ref.increment, attempt });
      const result = await loop.steps.implement(
        { ref, attempt, failures, guidance, start: start.number, unreported, dayBudget: budgets.day },
        title,
      );
      loop.state.recordAgent(start, result);
      return result;
    } catch (error) {
      if (!isInterruption(error)) throw error;
      if (interruptions >= loop.input.settings.maxInterruptions) {
        const message = `The agent was interrupted ${interruptions} times in a row, at last by this: ${describe(error)}`;
        throw new Blocked('interrupted', message, []);
      }
      loop.state.note([`Attempt ${attempt} of ${ref.increment} was interrupted and is repeated.`]);
    }
  }
}

async function waitForReset(loop: Loop, until: number | undefined, message: string, doubtful: boolean): Promise<void> {
  const now = Date.now();
  const { unknownLimitMs, limitMarginMs } = loop.input.waits;
  const told = Math.max(until ?? 0, now) + limitMarginMs;
  const end = until === undefined ? now + unknownLimitMs : doubtful ? Math.max(told, now + unknownLimitMs) : told;
  await loop.waitFor({ kind: 'limited', reason: 'limit', message, since: now, until: end, failures: [] });
}

async function backOff(loop: Loop, times: number, message: string): Promise<void> {
  const now = Date.now();
  const delay = Math.min(loop.input.waits.firstBackOffMs * 2 ** (times - 1), longestBackOffMs);
  await loop.waitFor({ kind: 'limited', reason: 'trouble', message, since: now, until: now + delay, failures: [] });
}

function given({ learnings, criteria, notes, changed }: ImplementResult): Work {
  return { learnings, criteria, notes, changed };
}

function agentFailure(result: ImplementResult, sentence: string, tail: string): Failure {
  return { what: 'agent', sentence, tail, logFile: result.logFile };
}

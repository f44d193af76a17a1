/** The protocol: perceive, implement, validate, commit, repeat. */
import {
  ApplicationFailure,
  CancellationScope,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { iterate } from './iterate.js';
import { Loop } from './loop.js';
import { incrementsLeft } from './loop-state.js';
import type { LoopResult, RalphLoopInput } from './types.js';

export async function ralphLoop(input: RalphLoopInput): Promise<LoopResult> {
  const loop = new Loop(input);
  try {
    if (input.carried === undefined) await setUp(loop);
    let iterated = false;
    while (incrementsLeft(loop.data.plan) && !(input.once && iterated)) {
      await loop.readyForNext();
      await continueWhenLong(input, loop);
      iterated = (await iterate(loop)) === 'done';
    }
    const result = await complete(input, loop);
    await loop.finish(false);
    await condition(allHandlersFinished);
    loop.enter(result.state);
    return result;
  } catch (error) {
    if (!isCancellation(error) && !(error instanceof ApplicationFailure)) throw error;
    await CancellationScope.nonCancellable(async () => {
      await loop.finish(isCancellation(error));
      loop.enter(isCancellation(error) ? 'cancelled' : 'failed');
      await condition(allHandlersFinished);
    });
    throw error;
  }
}

async function setUp(loop: Loop): Promise<void> {
  const result = await loop.steps.setUp();
  if (result.kind === 'refused') {
    throw ApplicationFailure.nonRetryable(result.message, 'Refused', { code: result.code, hint: result.hint });
  }
  loop.data.branch = result.branch;
  loop.data.baseBranch = result.baseBranch;
  loop.state.learnPlan(result.plan);
  loop.state.tell('step', `Works on branch ${result.branch}.`);
  loop.state.note(result.notes);
  loop.enter('running');
}

async function complete(input: RalphLoopInput, loop: Loop): Promise<LoopResult> {
  const { data } = loop;
  const isComplete = !incrementsLeft(data.plan);
  const result = {
    state: isComplete ? ('complete' as const) : ('iteration-done' as const),
    branch: data.branch ?? '',
    baseBranch: data.baseBranch ?? '',
    commits: data.commits,
    usage: data.usage,
  };
  if (!isComplete || !input.archive) return { ...result, archived: undefined, warnings: [] };
  loop.enter('archiving');
  const archived = await loop.insist(() => loop.steps.archive());
  loop.state.tell('good', `Archived: ${archived.plan}`);
  return { ...result, archived: { plan: archived.plan, prd: archived.prd }, warnings: archived.warnings };
}

/** History is bounded: past the server's suggestion the loop goes on in a new one, with all that it remembers. */
async function continueWhenLong(input: RalphLoopInput, loop: Loop): Promise<void> {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  const forced = input.continueAfterEvents !== undefined && historyLength >= input.continueAfterEvents;
  if (!continueAsNewSuggested && !forced) return;
  await condition(allHandlersFinished);
  await continueAsNew<typeof ralphLoop>({ ...input, carried: loop.data });
}

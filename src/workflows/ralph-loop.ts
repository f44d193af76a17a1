/** The protocol: perceive, implement, validate, commit, repeat. */
import {
  ApplicationFailure,
  CancellationScope,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { iterate } from './iterate.js';
import { Loop } from './loop.js';
import { incrementsLeft } from './loop-state.js';
import { publish } from './publish.js';
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
    await loop.finish(false, () => {
      if (result.state === 'complete') loop.notices.ended('complete', completed(result));
    });
    await condition(allHandlersFinished);
    loop.enter(result.state);
    // With what was found out only at the end.
    return { ...result, usage: loop.data.usage };
  } catch (error) {
    if (!isCancellation(error) && !(error instanceof ApplicationFailure)) throw error;
    await CancellationScope.nonCancellable(async () => {
      await loop.finish(isCancellation(error), () => {
        if (isCancellation(error)) loop.notices.ended('cancelled', 'The run was cancelled.');
        else loop.notices.ended('failed', error instanceof Error ? innermost(error) : String(error));
      });
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
  if (!isComplete) return { ...result, archived: undefined, warnings: [] };
  const archived = input.archive ? await archive(loop) : { archived: undefined, warnings: [] };
  const published = await publish(loop);
  return { ...result, ...archived, ...(published === undefined ? {} : { published }) };
}

async function archive(loop: Loop): Promise<Pick<LoopResult, 'archived' | 'warnings'>> {
  loop.enter('archiving');
  const { plan, prd, warnings } = await loop.insist(() => loop.steps.archive());
  loop.state.tell('good', `Archived: ${plan}`);
  return { archived: { plan, prd }, warnings };
}

function completed({ commits, branch, published }: LoopResult): string {
  const where = published === undefined ? `on ${branch}` : `on ${branch}, pushed to ${published.remote}`;
  const link = published?.url === undefined ? '' : ` Pull request: ${published.url}`;
  return `The plan is complete: ${commits.length} commit${commits.length === 1 ? '' : 's'} ${where}.${link}`;
}

function innermost(error: Error): string {
  return error.cause instanceof Error ? innermost(error.cause) : error.message;
}

/** History is bounded: past the server's suggestion the loop goes on in a new one, with all that it remembers. */
async function continueWhenLong(input: RalphLoopInput, loop: Loop): Promise<void> {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  const forced = input.continueAfterEvents !== undefined && historyLength >= input.continueAfterEvents;
  if (!continueAsNewSuggested && !forced) return;
  await loop.notices.settled();
  // Straight behind a local activity a message could be left behind: where the service hands out the last workflow task
  // again because one has come, the replay ends at once, before it is delivered. Behind a timer it is delivered first.
  await sleep(1);
  await condition(allHandlersFinished);
  await continueAsNew<typeof ralphLoop>({ ...input, carried: loop.data });
}

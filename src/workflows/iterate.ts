/** One pass over one increment: implement, run every gate, fix what fails, commit, log; or block. */
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { BeginResult, BlockKind, Failure, IterationRef } from '../activities/types.js';
import { Blocked, implement } from './implement.js';
import type { Loop } from './loop.js';
import { Round } from './round.js';
import { describe, isInterruption, isStepFailure } from './steps.js';
import type { CurrentIteration } from './types.js';

type Begun = Extract<BeginResult, { kind: 'iteration' }>;

/** Reasons after which a person's own fix is tried before another agent is spent. */
const gatesDecideAfter: BlockKind[] = ['gates', 'no-progress', 'nothing-changed', 'hook', 'commit-refused'];

interface Iteration {
  loop: Loop;
  begun: Begun;
  ref: IterationRef;
  accept: boolean;
  /** Resumed for the second time in a row with which nobody changed anything. */
  stuck: boolean;
  learnings: string[];
  criteria: string[];
  notes: string[];
}

/** @returns `done` when an increment was completed, `again` when there is reason to look at the plan anew. */
export async function iterate(loop: Loop): Promise<'done' | 'again'> {
  const iteration = await begin(loop);
  if (iteration === undefined) return 'again';
  try {
    await attempts(iteration);
    return 'done';
  } catch (error) {
    const blocked = asBlocked(error);
    await recordBlock(iteration, blocked);
    await loop.resumed();
    return 'again';
  }
}

async function begin(loop: Loop): Promise<Iteration | undefined> {
  const { data, steps } = loop;
  const { lastBlock, accept } = data;
  const gatesFirst = lastBlock !== undefined && (accept || gatesDecideAfter.includes(lastBlock.reason));
  const begun = await loop.insist(() => steps.begin(gatesFirst, data.plan?.digest));
  if (begun.kind === 'unready') {
    await loop.block('plan-unready', begun.message, [
      { what: 'plan', sentence: begun.message, tail: begun.detail, logFile: '' },
    ]);
    return undefined;
  }
  loop.state.learnPlan(begun.plan);
  if (begun.kind === 'none-left') return undefined;
  if (begun.foundTree === undefined || begun.foundTree !== lastBlock?.tree) data.bareResumes = 0;
  data.iterationsUsed += 1;
  data.lastBlock = undefined;
  data.accept = false;
  data.current = {
    iteration: begun.iteration,
    increment: begun.increment,
    attempt: 0,
    phase: 'beginning',
    gate: undefined,
    gates: begun.gates,
  };
  loop.state.tell('step', `${begun.increment.id} — ${begun.increment.title} (iteration ${begun.iteration})`);
  loop.show();
  const ref = { ...steps.ref, iteration: begun.iteration, increment: begun.increment.id };
  const stuck = data.bareResumes > 1;
  return { loop, begun, ref, accept, stuck, learnings: [], criteria: [], notes: [] };
}

/** The implementation and at most `maxRetries` fixes. Ends with a commit, or throws `Blocked`. */
async function attempts(iteration: Iteration): Promise<void> {
  const { loop, begun } = iteration;
  const last = 1 + loop.input.settings.maxRetries;
  let failures: Failure[] = [];
  let reason: BlockKind = 'gates';
  const round = new Round();
  let changed = false;
  for (let attempt = begun.gatesFirst ? 0 : 1; attempt <= last; attempt += 1) {
    if (attempt > 0) {
      const work = await implement(loop, iteration.ref, begun.increment.title, attempt, failures);
      iteration.learnings.push(...work.learnings);
      iteration.criteria.push(...work.criteria);
      iteration.notes.push(...work.notes);
      changed = work.changed;
      if (work.failure !== undefined) {
        failures = [work.failure];
        reason = 'gates';
        round.attempted(changed, failures);
        continue;
      }
      await loop.pausePoint();
    }
    failures = await runGates(iteration, attempt);
    if (failures.length > 0) {
      reason = 'gates';
      if (attempt === 0) refuseIfStuck(iteration, failures);
      else round.attempted(changed, failures);
      continue;
    }
    const refusal = await commit(iteration, attempt);
    if (refusal === undefined) return;
    failures = [refusal.failure];
    reason = refusal.reason;
    if (attempt === 0) refuseIfStuck(iteration, failures);
  }
  const sentence = failures[0]?.sentence ?? 'The gates failed.';
  if (reason !== 'gates' || !round.idle) throw new Blocked(reason, sentence, failures);
  const idle = `${round.attempts} agents changed no file, and each time the same failed: ${sentence}`;
  throw new Blocked('no-progress', idle, failures);
}

/** Before an agent is spent: a person resumed twice, changed nothing, and the gates fail as before. */
function refuseIfStuck({ stuck }: Iteration, failures: Failure[]): void {
  if (!stuck) return;
  const message =
    'Nothing has changed since the run was blocked, and agents did not help after the last such resume either. ' +
    'Add a note, mend the files or the plan, or start it with another agent.';
  throw new Blocked('no-progress', message, failures);
}

/** Every gate of the increment, in order, also after one has failed. An interrupted round is run again whole. */
async function runGates(iteration: Iteration, attempt: number): Promise<Failure[]> {
  const { loop, begun, ref } = iteration;
  for (let interruptions = 0; ; interruptions += 1) {
    try {
      const failures: Failure[] = [];
      for (const [index, gate] of begun.gates.entries()) {
        progress(loop, attempt, 'gates', gate.label);
        const last = index === begun.gates.length - 1;
        // Behind an agent nothing is left to clear.
        const first = index === 0 && (attempt === 0 || interruptions > 0);
        const result = await loop.steps.runGate({ ref, attempt, index, first, last }, gate.label);
        loop.state.tell(result.passed ? 'good' : 'bad', `gate ${result.what} — ${result.sentence}`);
        if (!result.passed) failures.push(result);
      }
      return failures;
    } catch (error) {
      if (!isInterruption(error) || isCancellation(error)) throw error;
      if (interruptions + 1 >= loop.input.settings.maxInterruptions) {
        const message = `The gates were interrupted ${interruptions + 1} times in a row, at last by this: ${describe(error)}`;
        throw new Blocked('interrupted', message, []);
      }
    }
  }
}

/** Marks, commit and log entry belong together: a cancel waits until all three are done. */
async function commit(
  iteration: Iteration,
  attempt: number,
): Promise<{ reason: BlockKind; failure: Failure } | undefined> {
  const { loop, begun, ref, criteria, learnings, notes, accept } = iteration;
  progress(loop, attempt, 'committing');
  return CancellationScope.nonCancellable(async () => {
    const result = await loop.steps.commit(
      { ref, attempt, criteria, learnings, acceptUnchanged: accept, known: loop.data.plan?.digest },
      begun.increment.title,
    );
    if (result.kind === 'nothing-changed') {
      const sentence = 'Nothing changed in the work tree although the increment names files to change.';
      return { reason: 'nothing-changed', failure: { what: 'changes', sentence, tail: '', logFile: '' } };
    }
    if (result.kind === 'hook-failed') return { reason: 'hook', failure: result.failure };
    if (result.kind === 'refused') {
      throw new Blocked(result.reason, result.message, [
        { what: 'commit', sentence: result.message, tail: result.tail, logFile: '' },
      ]);
    }
    loop.state.learnPlan(result.plan);
    loop.data.commits.push(result.hash);
    loop.state.tell('good', `${ref.increment} is done: commit ${result.hash.slice(0, 10)}`);
    loop.state.forgetShownGuidance();
    loop.data.bareResumes = 0;
    progress(loop, attempt, 'logging');
    const testGate = attempt <= 1 ? 'passed' : `passed (retry ${attempt - 1})`;
    await loop.insist(() =>
      loop.steps.log({
        ref,
        settings: loop.input.settings,
        title: begun.increment.title,
        status: 'done',
        filesChanged: result.filesChanged,
        testGate,
        learnings,
        notes,
        commit: result.hash,
        at: Date.now(),
      }),
    );
    loop.data.current = undefined;
    loop.show();
    return undefined;
  });
}

/** Says so in the plan and in the log. The wait itself must not depend on a disk that can be written to. */
async function recordBlock(iteration: Iteration, blocked: Blocked): Promise<void> {
  const { loop, begun, ref } = iteration;
  const attempt = loop.data.current?.attempt ?? 0;
  progress(loop, attempt, 'recording the block');
  loop.state.blocked(blocked.reason, blocked.message, blocked.failures, Date.now());
  loop.show();
  const [failure] = blocked.failures;
  const headline = `Blocked: ${failure?.what ?? blocked.reason} — ${blocked.message}`;
  try {
    const { tree } = await loop.steps.markBlocked(ref);
    loop.state.learnBlocked(ref.increment);
    if (loop.data.lastBlock !== undefined) loop.data.lastBlock.tree = tree;
    await loop.steps.log({
      ref,
      settings: loop.input.settings,
      title: begun.increment.title,
      status: 'blocked',
      filesChanged: [],
      testGate: `failed (retry ${Math.max(0, attempt - 1)})`,
      learnings: [failure?.logFile ? `${headline}; log ${failure.logFile}` : headline, ...iteration.learnings],
      notes: iteration.notes,
      commit: undefined,
      at: Date.now(),
    });
  } catch (error) {
    if (!isStepFailure(error)) throw error;
    loop.state.note([`The blocked increment could not be recorded on disk: ${describe(error)}`]);
  }
  progress(loop, attempt, 'waiting');
}

function asBlocked(error: unknown): Blocked {
  if (error instanceof Blocked) return error;
  if (!isStepFailure(error)) throw error;
  return new Blocked(isInterruption(error) ? 'interrupted' : 'broken', describe(error), []);
}

function progress(loop: Loop, attempt: number, phase: CurrentIteration['phase'], gate?: string): void {
  const { current } = loop.data;
  if (current === undefined) return;
  current.attempt = attempt;
  current.phase = phase;
  current.gate = gate;
  loop.show();
}

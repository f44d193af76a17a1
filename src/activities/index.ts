/** All activities, bound to what they need. */
import { archivePlan } from './archive-plan.js';
import { beginIteration } from './begin-iteration.js';
import { commitIncrement } from './commit-increment.js';
import type { Deps } from './context.js';
import { asFailure } from './failures.js';
import { beatingWhile } from './heartbeat.js';
import { finishRun } from './finish-run.js';
import { withLease } from './lease.js';
import { implementIncrement } from './implement-increment.js';
import { logProgress } from './log-progress.js';
import { masked } from './masked.js';
import { markBlocked } from './mark-blocked.js';
import { notifyPerson } from './notify-person.js';
import { openPullRequest } from './open-pull-request.js';
import { runGate } from './run-gate.js';
import { setUpWorkspace } from './set-up-workspace.js';
import type { Activities, RunRef, RunSettings } from './types.js';

export function createActivities(deps: Deps): Activities {
  const bind =
    <I extends { ref: RunRef; settings: RunSettings }, O>(activity: (deps: Deps, input: I) => Promise<O>) =>
    (input: I): Promise<O> =>
      beatingWhile(() => typed(() => withLease(deps, input, () => activity(deps, input))));
  return {
    setUpWorkspace: bind(setUpWorkspace),
    beginIteration: bind(beginIteration),
    implementIncrement: bind(masked(implementIncrement)),
    runGate: bind(masked(runGate)),
    commitIncrement: bind(masked(commitIncrement)),
    logProgress: bind(logProgress),
    markBlocked: bind(markBlocked),
    archivePlan: bind(archivePlan),
    openPullRequest: bind(masked(openPullRequest)),
    // Without the lease: it goes on beside the run's next step.
    notifyPerson: (input) => beatingWhile(() => typed(() => notifyPerson(deps, input))),
    finishRun: bind(finishRun),
  };
}

/** Gives what goes wrong a type that the workflow can read. */
async function typed<O>(work: () => Promise<O>): Promise<O> {
  try {
    return await work();
  } catch (error) {
    throw asFailure(error);
  }
}

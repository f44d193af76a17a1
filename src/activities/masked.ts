/** What programs print ends up in history, and from there in terminals, logs and messages: without secrets. */
import { readRunFileIfAny } from '../workspace/run-file.js';
import { maskValue, secretsOf } from '../workspace/secrets.js';
import type { Deps } from './context.js';
import type { RunRef } from './types.js';

type Activity<I, O> = (deps: Deps, input: I) => Promise<O>;

/** The activity, with `***` in its result for each secret of the environment that the run's programs get. */
export function masked<I extends { ref: RunRef }, O>(activity: Activity<I, O>): Activity<I, O> {
  return async (deps, input) => {
    const result = await activity(deps, input);
    const runFile = await readRunFileIfAny(deps.state, input.ref.run);
    return maskValue(result, secretsOf(runFile?.env ?? {}));
  };
}

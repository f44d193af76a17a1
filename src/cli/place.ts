/** Where a command works: repository, settings, state folder. */
import { loadConfig, type Config, type ConfigInput } from '../config.js';
import { openCheckout, type Checkout } from '../git/checkout.js';
import { stateFolder } from '../service/paths.js';
import { locatePlan, type LocatedPlan } from '../workspace/locate.js';
import { applyRules } from '../workspace/environment-rules.js';
import { runEnvironment } from '../workspace/run-environment.js';
import { runId } from '../workspace/run-id.js';

export interface RepoOptions {
  repo?: string;
}

export interface Place {
  checkout: Checkout;
  config: Config;
  state: string;
  /** Of the starting user's environment, what agents, gates and git get. */
  env: Record<string, string>;
}

/** @throws CheckoutError when there is no usable repository, UserError for bad settings */
export async function findPlace(
  options: RepoOptions,
  flags: Partial<Record<keyof ConfigInput, unknown>> = {},
): Promise<Place> {
  const env = runEnvironment(process.env);
  const checkout = await openCheckout(options.repo ?? process.cwd(), env);
  const config = await loadConfig(checkout.top, flags, process.env);
  return { checkout, config, state: stateFolder(), env: applyRules(env, config.env) };
}

export interface FoundPlan {
  located: LocatedPlan;
  /** Workflow id. */
  run: string;
}

/** @param argument `0001`, `0001_slug` or a path, as typed in the current folder */
export async function findPlan({ checkout, config }: Place, argument: string): Promise<FoundPlan> {
  const located = await locatePlan(checkout.top, config.docsRoot, argument, process.cwd());
  return { located, run: runId(checkout.commonDir, located.folder) };
}

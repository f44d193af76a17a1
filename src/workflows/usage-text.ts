import type { Usage } from '../activities/types.js';
import { elapsed } from './elapsed.js';

/** `3m 07s, 5200 tokens in, 310 out, $0.04`; what the agent did not tell is left out. */
export function usageText({ agentMs, inputTokens, outputTokens, costUsd }: Usage): string {
  return [
    elapsed(agentMs),
    ...(inputTokens + outputTokens === 0 ? [] : [`${inputTokens} tokens in, ${outputTokens} out`]),
    ...(costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`]),
  ].join(', ');
}

import type { AgentEvent } from '../types.js';
import { usageEvent } from './events.js';
import { asText, dig, sum, type JsonObject } from './json.js';

interface Tokens {
  input: number | undefined;
  output: number | undefined;
}

/**
 * Adds up the tokens of claude-like messages, for agents (or runs cut short) whose result has none. One message comes as
 * several events that repeat its id and its usage, so only the last of each id counts.
 */
export function createMessageUsage(): { add(message: unknown): void; take(): AgentEvent[]; drop(): void } {
  let id: string | undefined;
  let current: Tokens = { input: undefined, output: undefined };
  let total: Tokens = { input: undefined, output: undefined };
  const settle = (): void => {
    total = { input: sum(total.input, current.input), output: sum(total.output, current.output) };
    current = { input: undefined, output: undefined };
  };
  const drop = (): void => {
    current = { input: undefined, output: undefined };
    total = { input: undefined, output: undefined };
  };
  return {
    add(message) {
      const usage = dig(message, 'usage');
      if (usage === undefined) return;
      const next = asText(dig(message, 'id'));
      if (next === undefined || next !== id) settle();
      id = next;
      current = { input: inputTokens(usage), output: sum(dig(usage, 'output_tokens')) };
    },
    take() {
      settle();
      const events = usageEvent(total.input, total.output);
      drop();
      return events;
    },
    drop,
  };
}

/** Tokens and cost (US dollars) of a result event. */
export const resultUsage = ({ usage, total_cost_usd: cost }: JsonObject): AgentEvent[] =>
  usageEvent(
    inputTokens(usage) ?? dig(usage, 'inputTokens'),
    dig(usage, 'output_tokens') ?? dig(usage, 'outputTokens'),
    cost,
  );

/** Tokens read from and written to the cache are counted apart by these agents; they are input all the same. */
const inputTokens = (usage: unknown): number | undefined =>
  sum(dig(usage, 'input_tokens'), dig(usage, 'cache_creation_input_tokens'), dig(usage, 'cache_read_input_tokens'));

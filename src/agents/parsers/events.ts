import type { AgentEvent } from '../types.js';
import { asNumber, asText, dig } from './json.js';

/** Makers of events that leave out what the agent did not say. */

export function sessionEvent(id: unknown, model?: unknown): AgentEvent[] {
  const name = asText(model);
  return asText(id) === undefined
    ? []
    : [{ type: 'session', id: id as string, ...(name === undefined ? {} : { model: name }) }];
}

/** A whole message; the line break keeps it apart from the next. */
export function messageEvent(text: unknown): AgentEvent[] {
  const message = asText(text);
  return message === undefined ? [] : [{ type: 'text', text: message.endsWith('\n') ? message : `${message}\n` }];
}

/** `input` is what the tool was called with; the names are those that the agents' own file tools use. */
export function toolEvent(name: unknown, input?: unknown): AgentEvent {
  const file = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path']
    .map((key) => asText(dig(input, key)))
    .find((path) => path !== undefined);
  return { type: 'tool', name: asText(name) ?? 'tool', ...(file === undefined ? {} : { file }) };
}

export function usageEvent(inputTokens: unknown, outputTokens: unknown, costUsd?: unknown): AgentEvent[] {
  const known = Object.entries({ inputTokens, outputTokens, costUsd }).filter(
    ([, value]) => asNumber(value) !== undefined,
  );
  return known.length === 0 ? [] : [{ type: 'usage', ...(Object.fromEntries(known) as Record<string, number>) }];
}

export const errorEvent = (message: unknown): AgentEvent => ({
  type: 'error',
  message: asText(message) ?? 'The agent reported an error without a message.',
});

export function endEvent(ok: boolean, message?: unknown): AgentEvent {
  const words = asText(message);
  return { type: 'end', ok, ...(words === undefined ? {} : { message: words }) };
}

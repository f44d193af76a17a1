import { isLimitText } from '../limit-texts.js';
import type { AgentEvent } from '../types.js';
import { endEvent, errorEvent, messageEvent, sessionEvent, toolEvent, usageEvent } from './events.js';
import { asArray, asObject, asText, dig, type JsonObject } from './json.js';
import { nothingLeft, type EventReader } from './reader.js';

/** Items that only say something; every other kind is something done. */
const SPOKEN = new Set(['agent_message', 'reasoning', 'todo_list', 'error']);

/** More items than this are never open at once; a stream that pretends so is not worth the memory. */
const MAX_OPEN = 1000;

/** Events of `codex exec --json`: a thread of turns, made of items that start and complete. */
export function codexReader(): EventReader {
  const open = new Set<string>();

  /** An item counts once: when it starts, or when it completes without having been seen to start. */
  const item = (stage: unknown, body: JsonObject): AgentEvent[] => {
    const id = asText(body.id) ?? '';
    const completed = stage === 'item.completed';
    if (body.type === 'agent_message') return completed ? messageEvent(body.text) : [];
    if (body.type === 'error') return completed ? [errorEvent(body.message)] : [];
    if (SPOKEN.has(asText(body.type) ?? 'reasoning')) return [];
    if (completed) return open.delete(id) ? [] : done(body);
    if (stage !== 'item.started') return [];
    if (open.size >= MAX_OPEN) open.clear();
    open.add(id);
    return done(body);
  };

  return {
    read(event) {
      switch (event.type) {
        case 'thread.started':
          return sessionEvent(event.thread_id);
        case 'turn.completed':
          return [...usage(event.usage), endEvent(true)];
        case 'turn.failed':
          return [...failure(dig(event, 'error', 'message')), endEvent(false, dig(event, 'error', 'message'))];
        case 'error':
          return failure(event.message);
        default:
          return item(event.type, asObject(event.item) ?? { type: 'reasoning' });
      }
    },
    end: nothingLeft,
  };
}

/** `input_tokens` holds the cached ones already. */
const usage = (tokens: unknown): AgentEvent[] => usageEvent(dig(tokens, 'input_tokens'), dig(tokens, 'output_tokens'));

const failure = (message: unknown): AgentEvent[] => {
  const words = asText(message);
  const limit: AgentEvent[] = words !== undefined && isLimitText(words) ? [{ type: 'limit', message: words }] : [];
  return [errorEvent(message), ...limit];
};

/** One event per file that was changed, so that each is known by name. */
function done(body: JsonObject): AgentEvent[] {
  const changes = asArray(body.changes);
  if (changes.length > 0) return changes.map((change) => toolEvent(body.type, change));
  return [toolEvent(asText(body.tool) ?? body.type)];
}

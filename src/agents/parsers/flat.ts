import type { AgentEvent } from '../types.js';
import { endEvent, errorEvent, sessionEvent, toolEvent, usageEvent } from './events.js';
import { asArray, asObject, asText, dig, sum, type JsonObject } from './json.js';
import { nothingLeft, type EventReader } from './reader.js';

/** Events of Gemini CLI and goose: one flat object per thing that happens. */
export function flatReader(): EventReader {
  const speech = createSpeech();
  let failure: string | undefined;

  const error = (event: JsonObject): AgentEvent[] => {
    const message = asText(event.message) ?? asText(event.error) ?? asText(dig(event, 'error', 'message'));
    // Both agents close with a success after an error that stopped them; only Gemini marks some as mere warnings.
    if (event.severity !== 'warning') failure = message ?? 'error';
    return [errorEvent(message)];
  };

  const tool = (name: unknown, input: unknown): AgentEvent[] => {
    speech.pause();
    return [toolEvent(name, input)];
  };

  /** Goose: a message of parts; Gemini: the text itself, in pieces when `delta` is set. */
  const message = (event: JsonObject): AgentEvent[] => {
    const body = asObject(event.message) ?? event;
    if (body.role !== 'assistant' && body.role !== 'model') return [];
    const id = asText(body.id) ?? (event.delta === true ? 'delta' : undefined);
    if (typeof body.content === 'string') return speech.say(body.content, id);
    return asArray(body.content).flatMap((part) => {
      const { type, text, toolCall } = asObject(part) ?? {};
      if (type === 'toolRequest') return tool(dig(toolCall, 'value', 'name'), dig(toolCall, 'value', 'arguments'));
      return type === 'text' && typeof text === 'string' ? speech.say(text, id) : [];
    });
  };

  const end = (succeeded: boolean, words: unknown): AgentEvent =>
    failure === undefined && succeeded ? endEvent(true) : endEvent(false, asText(words) ?? failure);

  return {
    read(event) {
      switch (event.type) {
        case 'init':
          return sessionEvent(event.session_id, event.model);
        case 'message':
          return message(event);
        case 'tool_use':
          return tool(event.tool_name, event.parameters);
        case 'error':
          return error(event);
        case 'result':
          return [...usage(event.stats), end(event.status === 'success', dig(event, 'error', 'message'))];
        case 'complete':
          return [...usage(event), end(true, undefined)];
        default:
          return [];
      }
    },
    end: nothingLeft,
  };
}

/** Older versions of goose give the total alone; nearly all of it is input. */
const usage = (stats: unknown): AgentEvent[] =>
  usageEvent(
    dig(stats, 'input_tokens') ??
      (sum(dig(stats, 'output_tokens')) === undefined ? dig(stats, 'total_tokens') : undefined),
    dig(stats, 'output_tokens'),
  );

/** Joins the pieces of one message, and puts a line break between two. */
function createSpeech(): { say(text: string, id: string | undefined): AgentEvent[]; pause(): void } {
  let speaking = false;
  let lastId: string | undefined;
  return {
    say(text, id) {
      const goesOn = speaking && id !== undefined && id === lastId;
      const separator = speaking && !goesOn ? '\n' : '';
      speaking = speaking || text !== '';
      if (!goesOn) lastId = id;
      return text === '' ? [] : [{ type: 'text', text: separator + text }];
    },
    pause() {
      lastId = undefined;
    },
  };
}

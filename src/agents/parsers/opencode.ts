import { isLimitText } from '../limit-texts.js';
import type { AgentEvent } from '../types.js';
import { endEvent, errorEvent, messageEvent, sessionEvent, toolEvent, usageEvent } from './events.js';
import { asText, dig, sum, type JsonObject } from './json.js';
import { nothingLeft, type EventReader } from './reader.js';

/** Events of `opencode run --format json`: the parts of a session. */
export function opencodeReader(): EventReader {
  let session: string | undefined;

  const content = (event: JsonObject): AgentEvent[] => {
    switch (event.type) {
      case 'text':
        return messageEvent(dig(event, 'part', 'text'));
      case 'tool_use':
        return [toolEvent(dig(event, 'part', 'tool'), dig(event, 'part', 'state', 'input'))];
      case 'step_finish':
        return step(event.part);
      case 'error':
        return failure(event);
      default:
        return [];
    }
  };

  return {
    read(event) {
      const id = asText(event.sessionID);
      const first = id !== undefined && session === undefined ? sessionEvent(id) : [];
      session ??= id;
      return [...first, ...content(event)];
    },
    end: nothingLeft,
  };
}

/** Each step has numbers of its own. Only the reason `stop` ends the run; `tool-calls` means that more follows. */
function step(part: unknown): AgentEvent[] {
  const tokens = dig(part, 'tokens');
  const input = sum(dig(tokens, 'input'), dig(tokens, 'cache', 'read'), dig(tokens, 'cache', 'write'));
  const usage = usageEvent(input, dig(tokens, 'output'), dig(part, 'cost'));
  return dig(part, 'reason') === 'stop' ? [...usage, endEvent(true)] : usage;
}

/** At a limit the process stays alive and tries for ever, so the text must be known as a limit while it runs. */
function failure(event: JsonObject): AgentEvent[] {
  const message =
    asText(dig(event, 'error', 'data', 'message')) ??
    asText(dig(event, 'error', 'message')) ??
    asText(dig(event, 'error', 'name')) ??
    asText(event.error);
  return [
    errorEvent(message),
    ...(message !== undefined && isLimitText(message) ? [{ type: 'limit', message } as const] : []),
  ];
}

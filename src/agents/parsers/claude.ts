import type { AgentEvent } from '../types.js';
import { createMessageUsage, resultUsage } from './claude-usage.js';
import { endEvent, errorEvent, messageEvent, sessionEvent, toolEvent } from './events.js';
import { asArray, asNumber, asObject, asText, dig, type JsonObject } from './json.js';
import type { EventReader } from './reader.js';

/** Events of Claude Code, and of those that speak like it: Cursor, Amp, Qwen Code. */
export function claudeReader(): EventReader {
  const usage = createMessageUsage();
  let said: string | undefined;

  const assistant = (event: JsonObject): AgentEvent[] => {
    usage.add(event.message);
    const content = dig(event, 'message', 'content');
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : asArray(content);
    // What a sub-agent says is not the agent's own word; what it does counts.
    const own = asText(event.parent_tool_use_id) === undefined;
    return parts.flatMap((part) => {
      const { type, text, name, input } = asObject(part) ?? {};
      if (type === 'tool_use' || type === 'server_tool_use') return [toolEvent(name, input)];
      if (type !== 'text' || !own) return [];
      said = asText(text)?.trim() ?? said;
      return messageEvent(text);
    });
  };

  /** The result's own numbers cover the messages'; a cost alone leaves the tokens to them. */
  const totalUsage = (event: JsonObject): AgentEvent[] => {
    const total = resultUsage(event);
    if (asObject(event.usage) === undefined) return [...total, ...usage.take()];
    usage.drop();
    return total;
  };

  const result = (event: JsonObject): AgentEvent[] => {
    const words = asText(event.result)?.trim();
    const failed = event.is_error === true || asText(event.subtype)?.startsWith('error') === true;
    const message = words ?? (failed ? (asText(joinErrors(event.errors)) ?? event.subtype) : undefined);
    const unsaid = failed || words === said ? [] : messageEvent(words);
    return [...unsaid, ...totalUsage(event), endEvent(!failed, message)];
  };

  return {
    read(event) {
      switch (event.type) {
        case 'system':
          return event.subtype === 'init' ? sessionEvent(event.session_id, event.model) : [];
        case 'assistant':
          return assistant(event);
        case 'tool_call':
          return event.subtype === 'started' ? cursorTool(event.tool_call) : [];
        case 'rate_limit_event':
          return rateLimit(event.rate_limit_info);
        case 'error':
          return [errorEvent(dig(event, 'error', 'message') ?? event.message ?? event.error)];
        case 'result':
          return result(event);
        default:
          return [];
      }
    },
    end: () => usage.take(),
  };
}

const joinErrors = (errors: unknown): string =>
  asArray(errors)
    .map((error) => asText(error) ?? asText(dig(error, 'message')) ?? '')
    .join('\n');

/** `{"writeToolCall": {"args": {"path": …}}}` or `{"function": {"name": …}}`. */
function cursorTool(call: unknown): AgentEvent[] {
  const [entry] = Object.entries(asObject(call) ?? {});
  if (entry === undefined) return [];
  const [key, body] = entry;
  return [toolEvent(asText(dig(body, 'name')) ?? key.replace(/ToolCall$/, ''), dig(body, 'args'))];
}

/** `resetsAt` is in epoch seconds. Only a refusal that no overage covers stops the agent. */
function rateLimit(info: unknown): AgentEvent[] {
  const { status, isUsingOverage, resetsAt, rateLimitType } = asObject(info) ?? {};
  if (status !== 'rejected' || isUsingOverage === true) return [];
  const seconds = asNumber(resetsAt);
  const message = `The agent's limit is reached (${asText(rateLimitType)?.replaceAll('_', ' ') ?? 'unnamed'}).`;
  return [{ type: 'limit', message, ...(seconds === undefined ? {} : { resetsAt: seconds * 1000 }) }];
}

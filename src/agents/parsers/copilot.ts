import { endEvent, errorEvent, messageEvent, sessionEvent, toolEvent } from './events.js';
import { asObject, dig } from './json.js';
import { nothingLeft, type EventReader } from './reader.js';

/** Events of Copilot CLI; what they tell is in `data`, save for the result. It counts premium requests, no tokens. */
export function copilotReader(): EventReader {
  return {
    read(event) {
      const data = asObject(event.data) ?? event;
      switch (event.type) {
        case 'session.start':
          return sessionEvent(data.sessionId, data.selectedModel);
        case 'assistant.message':
          return messageEvent(data.content);
        case 'tool.execution_start':
          return [toolEvent(data.toolName, data.arguments)];
        case 'session.error':
        case 'error':
          return [errorEvent(data.message ?? dig(data, 'error', 'message') ?? data.error)];
        case 'result':
          return [...sessionEvent(data.sessionId), endEvent(data.exitCode === 0, data.message)];
        default:
          return [];
      }
    },
    end: nothingLeft,
  };
}

import { createTextTail, type TextTail } from './text-tail.js';
import type { AgentEvent, AgentSummary } from './types.js';

const MAX_TEXT = 64 * 1024;
const MAX_FILES = 200;
const MAX_ERRORS = 20;
const MAX_MESSAGE = 4 * 1024;

/** Collects the events of one agent run. Memory stays bounded however many come. */
export interface SummaryBuilder {
  add(event: AgentEvent): void;
  /** A snapshot; later events don't change it. */
  read(): AgentSummary;
}

/** An empty summary to which events are added as they come. */
export function createSummary(): SummaryBuilder {
  const files = new Set<string>();
  const text = createTextTail(MAX_TEXT);
  const summary: AgentSummary = {
    sessionId: undefined,
    model: undefined,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    toolCount: 0,
    files: [],
    lastText: '',
    errors: [],
    limit: undefined,
    end: undefined,
  };
  return {
    add: (event) => addEvent(summary, { files, text }, event),
    read: () => ({
      ...summary,
      usage: { ...summary.usage },
      files: [...files],
      lastText: text.read(),
      errors: [...summary.errors],
    }),
  };
}

/** What is no value yet while events come. */
interface Growing {
  files: Set<string>;
  text: TextTail;
}

function addEvent(summary: AgentSummary, { files, text }: Growing, event: AgentEvent): void {
  switch (event.type) {
    case 'session':
      summary.sessionId = event.id;
      summary.model = event.model ?? summary.model;
      return;
    case 'text':
      text.add(event.text);
      return;
    case 'tool':
      summary.toolCount += 1;
      // It went on, so the limit did not stop it (a fallback model, overage that was switched on).
      summary.limit = undefined;
      if (event.file !== undefined && files.size < MAX_FILES) files.add(event.file.slice(0, MAX_MESSAGE));
      return;
    case 'usage':
      summary.usage.inputTokens += event.inputTokens ?? 0;
      summary.usage.outputTokens += event.outputTokens ?? 0;
      summary.usage.costUsd += event.costUsd ?? 0;
      return;
    case 'limit':
      summary.limit = { message: event.message.slice(0, MAX_MESSAGE), resetsAt: event.resetsAt };
      return;
    case 'error':
      summary.errors = [...summary.errors, event.message.slice(0, MAX_MESSAGE)].slice(-MAX_ERRORS);
      return;
    case 'end':
      summary.end = { ok: event.ok, message: event.message?.slice(-MAX_MESSAGE) };
  }
}

import { createParser } from '../../src/agents/parsers/create-parser.js';
import { createSummary } from '../../src/agents/summary.js';
import type { AgentEvent, AgentSummary, ParserFamily } from '../../src/agents/types.js';

/** One line per object, as an agent prints them. */
export const stream = (...events: unknown[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');

export function eventsOf(family: ParserFamily, output: string, chunkSize = output.length || 1): AgentEvent[] {
  const parser = createParser(family);
  const events: AgentEvent[] = [];
  for (let at = 0; at < output.length; at += chunkSize) events.push(...parser.push(output.slice(at, at + chunkSize)));
  return [...events, ...parser.end()];
}

export function summaryOf(family: ParserFamily, output: string): AgentSummary {
  const summary = createSummary();
  eventsOf(family, output).forEach((event) => summary.add(event));
  return summary.read();
}

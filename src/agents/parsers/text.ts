import { stripVTControlCharacters } from 'node:util';
import type { AgentEvent, AgentParser } from '../types.js';
import { usageEvent } from './events.js';
import { createLineSplitter } from './lines.js';

/** Characters; nothing that a person is shown, and no report, has longer lines. */
const MAX_LINE = 64 * 1024;

/** Plain text: every line is something the agent said. Aider's line of tokens and cost is understood. */
export function createTextParser(): AgentParser {
  const lines = createLineSplitter(MAX_LINE);
  const read = (line: string): AgentEvent[] => {
    const text = stripVTControlCharacters(line);
    return [{ type: 'text', text: `${text}\n` }, ...aiderUsage(text)];
  };
  return {
    push: (chunk) => lines.push(chunk).flatMap(read),
    end: () => lines.end().flatMap(read),
  };
}

/** `Tokens: 4.2k sent, 1.1k cache hit, 155 received. Cost: $0.01 message, $0.03 session.`; the cost of the message counts. */
function aiderUsage(line: string): AgentEvent[] {
  const [, sent, received, cost] =
    /^Tokens: ([\d.,]+[kM]?) sent,.*?([\d.,]+[kM]?) received\.(?: Cost: \$([\d.]+) message)?/.exec(line) ?? [];
  if (sent === undefined || received === undefined) return [];
  return usageEvent(count(sent), count(received), cost === undefined ? undefined : Number(cost));
}

function count(written: string): number {
  const factor = written.endsWith('k') ? 1000 : written.endsWith('M') ? 1_000_000 : 1;
  return Math.round(Number(written.replace(/[kM,]/g, '')) * factor);
}

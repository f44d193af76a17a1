import { stripVTControlCharacters } from 'node:util';
import type { AgentEvent, AgentParser, ParserFamily } from '../types.js';
import { claudeReader } from './claude.js';
import { codexReader } from './codex.js';
import { copilotReader } from './copilot.js';
import { flatReader } from './flat.js';
import { parseObject } from './json.js';
import { createLineSplitter } from './lines.js';
import { opencodeReader } from './opencode.js';
import type { EventReader } from './reader.js';
import { createTextParser } from './text.js';

const READERS: Record<Exclude<ParserFamily, 'text'>, () => EventReader> = {
  claude: claudeReader,
  codex: codexReader,
  flat: flatReader,
  opencode: opencodeReader,
  copilot: copilotReader,
};

/**
 * A parser for one run of an agent of this family. Lines that hold no JSON object and events that are not known are skipped;
 * it never throws, and keeps at most one line (4 Mi characters of it).
 */
export function createParser(family: ParserFamily): AgentParser {
  return family === 'text' ? createTextParser() : createJsonParser(READERS[family]());
}

function createJsonParser(reader: EventReader): AgentParser {
  const lines = createLineSplitter();
  const read = (line: string): AgentEvent[] => {
    const event = parseObject(withoutDecoration(line));
    return event === undefined ? [] : reader.read(event);
  };
  return {
    push: (chunk) => lines.push(chunk).flatMap(read),
    end: () => [...lines.end().flatMap(read), ...reader.end()],
  };
}

/** Some terminals' set-up codes and a byte order mark come right before the first event. */
const withoutDecoration = (line: string): string =>
  line.startsWith('{') ? line : stripVTControlCharacters(line.slice(0, 64)) + line.slice(64);

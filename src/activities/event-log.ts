/** What an agent did, in the words common to all families: JSON lines beside its raw output. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { AgentEvent } from '../agents/types.js';

/** Characters of a text inside an event; the raw output has all of it. */
const textCharacters = 2_000;
/** Bytes; an agent that floods its output must not flood this, too. */
const mostBytes = 16 * 1024 * 1024;

export interface EventLog {
  add(events: AgentEvent[]): void;
  close(): void;
}

/**
 * Each line is an event with the time (`at`, epoch ms) at which it was read. Written at once and in order, without a
 * queue: memory stays bounded whatever the agent prints. Readable by its owner alone. Throws the file system's error.
 */
export function openEventLog(file: string): EventLog {
  const handle = openSync(file, 'w', 0o600);
  let left = mostBytes;
  const write = (text: string) => {
    left -= Buffer.byteLength(text);
    writeSync(handle, text);
  };
  return {
    add: (events) => {
      if (events.length === 0 || left <= 0) return;
      const at = Date.now();
      write(events.map((event) => lineOf(at, event)).join(''));
      if (left <= 0) write(lineOf(at, { type: 'error', message: 'The rest is left out; the raw output has it.' }));
    },
    close: () => closeSync(handle),
  };
}

function lineOf(at: number, event: AgentEvent): string {
  return `${JSON.stringify({ at, ...event }, (_key, value: unknown) => (typeof value === 'string' ? cut(value) : value))}\n`;
}

function cut(text: string): string {
  return text.length <= textCharacters ? text : `${text.slice(0, textCharacters)}…`;
}

/** What `ralph logs` reads of an agent: its events, or its own stream where there are none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { printedFiles } from '../../src/workspace/attempt-files.js';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'ralph-attempt-'));
});
afterEach(() => rmSync(path, { recursive: true }));

const underWay = { 'agent.start.json': '{"key":"a/1"}' };
const ended = { 'agent.start.json': '{"key":"a/1","usage":{"agents":1}}' };
const event = { 'agent.events.jsonl': '{"type":"text"}\n' };

test.each([
  ['events', 'of an agent at work whose first line is not read yet', underWay, false, 'agent.events.jsonl'],
  ['events', 'of an agent at work', { ...underWay, ...event }, false, 'agent.events.jsonl'],
  ['the stream', 'of an agent of which nothing was understood', ended, false, 'agent.log'],
  ['the stream', 'where it is unknown whether the agent has ended', {}, false, 'agent.log'],
  ['the stream', 'of an agent at work, for who asks for it', { ...underWay, ...event }, true, 'agent.log'],
])('%s %s', async (_what, _of, files, raw, expected) => {
  const all = { 'agent.log': '{"type":"message"}\n', 'agent.events.jsonl': '', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(path, name), text);
  const printed = await printedFiles({ iteration: 1, increment: '01', attempt: 1, path, gates: [] }, raw);
  expect(printed.map(({ file }) => basename(file))).toEqual([expected]);
});

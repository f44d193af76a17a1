import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createLineSplitter } from '../../src/agents/parsers/lines.js';
import { createParser } from '../../src/agents/parsers/create-parser.js';
import { createSummary } from '../../src/agents/summary.js';
import type { ParserFamily } from '../../src/agents/types.js';
import { eventsOf, stream, summaryOf } from './parse.js';

const FAMILIES: ParserFamily[] = ['claude', 'codex', 'flat', 'opencode', 'copilot', 'text'];
const family = fc.constantFrom(...FAMILIES);

/** Objects with the keys and kinds that the readers look for, and values that they don't expect. */
const nearMiss = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom(
        'assistant',
        'result',
        'tool_call',
        'item.completed',
        'error',
        'message',
        'step_finish',
        'complete',
      ),
      fc.jsonValue(),
    ),
    subtype: fc.jsonValue(),
    message: fc.oneof(fc.jsonValue(), fc.record({ role: fc.constant('assistant'), content: fc.jsonValue() })),
    item: fc.oneof(fc.jsonValue(), fc.record({ type: fc.jsonValue(), changes: fc.jsonValue() })),
    part: fc.jsonValue(),
    usage: fc.jsonValue(),
    error: fc.jsonValue(),
    data: fc.jsonValue(),
    result: fc.jsonValue(),
    stats: fc.jsonValue(),
  },
  { requiredKeys: ['type'] },
);

describe('hostile output', () => {
  it('is cut into the same lines however it arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n', 'é') })), (chunks) => {
        const splitter = createLineSplitter();
        const lines = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
        const whole = createLineSplitter();
        expect(lines).toEqual([...whole.push(chunks.join('')), ...whole.end()]);
        expect(lines.every((line) => !line.includes('\n'))).toBe(true);
      }),
    );
  });

  it('never makes a parser throw', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      nearMiss.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(family, fc.array(line), fc.integer({ min: 1, max: 40 }), (kind, lines, size) => {
        const output = lines.join('\n');
        expect(eventsOf(kind, output, size)).toEqual(eventsOf(kind, output));
        summaryOf(kind, output);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '{"type":{"toString":1},"subtype":{"toString":1},"item":{"type":{"toString":1}}}',
    `${'['.repeat(50_000)}`,
    `{"a":${'['.repeat(50_000)}`,
  ])('skips %.20s…', (line) => {
    for (const kind of FAMILIES.filter((name) => name !== 'text')) expect(eventsOf(kind, `${line}\n`)).toEqual([]);
  });

  it('keeps a line bounded and finds the one after it', () => {
    const splitter = createLineSplitter(10);
    for (let i = 0; i < 1000; i += 1) expect(splitter.push('x'.repeat(1000))).toEqual([]);
    expect(splitter.push('\nnext\n')).toEqual(['x'.repeat(10), 'next']);
  });

  it('survives a line of 100 MB, and reads what follows', () => {
    const parser = createParser('claude');
    const summary = createSummary();
    const chunk = 'y'.repeat(1024 * 1024);
    parser.push('{"type":"assistant","message":"');
    for (let i = 0; i < 100; i += 1) expect(parser.push(chunk)).toEqual([]);
    parser.push(`"}\n${stream({ type: 'result', subtype: 'success' })}`).forEach((event) => summary.add(event));
    expect(summary.read().end?.ok).toBe(true);
  });

  it('skips banners, warnings and unknown events between the real ones', () => {
    const output = `Welcome!\n\u001b[?25l{"type":"system","subtype":"init","session_id":"s"}\r\n(node:1) Warning: x\n{"type":"news"}\n\n[1]\n{"type":"result","subtype":"success"}`;
    expect(eventsOf('claude', output)).toEqual([
      { type: 'session', id: 's' },
      { type: 'end', ok: true },
    ]);
  });
});

describe('the summary', () => {
  it('stays bounded', () => {
    const summary = createSummary();
    for (let i = 0; i < 3000; i += 1) {
      summary.add({ type: 'text', text: `${i} ${'t'.repeat(100)}\n` });
      summary.add({ type: 'tool', name: 'edit', file: `f${i}` });
      summary.add({ type: 'error', message: `${i} ${'e'.repeat(10_000)}` });
    }
    const { lastText, files, errors, toolCount } = summary.read();
    expect(lastText).toHaveLength(64 * 1024);
    expect(lastText.endsWith(`2999 ${'t'.repeat(100)}\n`)).toBe(true);
    expect([files.length, errors.length, toolCount]).toEqual([200, 20, 3000]);
    expect(errors.at(-1)).toMatch(/^2999 e{1,4091}$/);
  });

  it('forgets a limit that the agent got past', () => {
    const summary = createSummary();
    summary.add({ type: 'limit', message: 'full' });
    expect(summary.read().limit).toEqual({ message: 'full', resetsAt: undefined });
    summary.add({ type: 'tool', name: 'edit' });
    expect(summary.read().limit).toBeUndefined();
  });
});

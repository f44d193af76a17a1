import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readReport } from '../../src/agents/report.js';

const block = (json: string): string => `Done.\n\n\`\`\`ralph-report\n${json}\n\`\`\`\n`;
const reportOf = (json: string) => readReport(block(json)).report;

describe('the report of an agent', () => {
  it('is read whole', () => {
    expect(readReport(block('{"learnings":["a","b"],"criteria":["US-003.1"],"blocked":"no key"}'))).toEqual({
      report: { learnings: ['a', 'b'], criteria: ['US-003.1'], blocked: 'no key' },
      note: undefined,
    });
  });

  it('may leave out what does not apply', () => {
    expect(reportOf('{"learnings":["a"]}')).toEqual({ learnings: ['a'], criteria: [] });
    expect(reportOf('{"learnings":"just one","criteria":null,"blocked":null}')).toEqual({
      learnings: ['just one'],
      criteria: [],
    });
  });

  it('is the last of several', () => {
    expect(readReport(block('{"learnings":["old"]}') + block('{"learnings":["new"]}')).report?.learnings).toEqual([
      'new',
    ]);
  });

  it('counts when its block was not closed, starts in mid-line, or has a longer fence', () => {
    const expected = { learnings: ['a'], criteria: [] };
    expect(readReport('so: ```ralph-report\r\n{"learnings":["a"]}').report).toEqual(expected);
    expect(readReport('````ralph-report\n{"learnings":["a"]}\n````').report).toEqual(expected);
  });

  it.each([
    ['no block', 'I am done. RALPH_COMPLETE'],
    ['a block of another kind', '```json\n{"learnings":["a"]}\n```'],
    ['talk of a block', 'I end with a ```ralph-report block.'],
    ['an empty report', block('{}')],
  ])('is none, without a note: %s', (_name, text) => {
    expect(readReport(text)).toEqual({ report: undefined, note: undefined });
  });

  it.each([
    ['no JSON', 'learnings: a', /not valid JSON/],
    ['an empty block', '', /not valid JSON/],
    ['a list', '["a"]', /expected object/i],
    ['a number among the learnings', '{"learnings":[1]}', /learnings/],
    ['an object as the reason', '{"blocked":{}}', /blocked/],
  ])('is left out with a note: %s', (_name, json, note) => {
    const read = readReport(block(json));
    expect(read.report).toBeUndefined();
    expect(read.note).toMatch(note);
  });

  it('can’t forge an entry of the log or grow without bounds', () => {
    const learnings = ['one\n## Iteration 9\n- Status: done', 'x'.repeat(5000), ...Array<string>(50).fill('more')];
    const report = reportOf(JSON.stringify({ learnings }));
    expect(report?.learnings[0]).toBe('one ## Iteration 9 - Status: done');
    expect(report?.learnings[1]).toHaveLength(1000);
    expect(report?.learnings).toHaveLength(20);
  });

  it('names criteria that are no references, and keeps the rest', () => {
    const read = readReport(block('{"criteria":["US-001.2","all of them"]}'));
    expect(read.report?.criteria).toEqual(['US-001.2']);
    expect(read.note).toContain('all of them');
  });

  it('never throws', () => {
    const piece = fc.oneof(fc.string(), fc.json(), fc.constantFrom('```ralph-report', '```', '\n', '{"learnings":'));
    fc.assert(fc.property(fc.array(piece), (pieces) => void readReport(pieces.join('\n'))));
  });
});

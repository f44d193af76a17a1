import { describe, expect, it, test } from '@jest/globals';
import { judge } from '../../src/gates/judge.js';
import { readGate } from '../../src/gates/read-gate.js';
import type { CommandGate, GateOutcome } from '../../src/gates/types.js';

const gate = (words: string): CommandGate => {
  const read = readGate(`\`x\` ${words}`, () => true);
  if (read.kind !== 'command') throw new Error(`not a command: ${words}`);
  return read;
};

const outcome = (exitCode: number | undefined, lastLine = '', more: Partial<GateOutcome> = {}): GateOutcome => ({
  exitCode,
  signal: undefined,
  timedOut: false,
  printed: lastLine !== '',
  lastLine,
  ...more,
});

describe('the verdict', () => {
  test.each<[string, GateOutcome, boolean, string]>([
    ['passes', outcome(0), true, 'exit code 0'],
    ['passes', outcome(1), false, 'exit code 1, expected 0'],
    ['exits 2', outcome(2), true, 'exit code 2'],
    ['exits non-zero', outcome(1), true, 'exit code 1'],
    ['exits non-zero', outcome(0), false, 'exit code 0, expected another one'],
    ['— at least 4', outcome(0, '3'), false, 'printed 3, expected at least 4'],
    ['— at least 4', outcome(1, '      4 total'), true, 'printed 4, expected at least 4'],
    ['— 0', outcome(1, '0'), true, 'printed 0, expected 0'],
    ['> 4', outcome(0, '4'), false, 'printed 4, expected more than 4'],
    ['— 3', outcome(0, '3 of 5'), true, 'printed 3 (the first number of "3 of 5"), expected 3'],
    ['— 3', outcome(0, 'v3 3/5 x3'), false, 'printed no number on its last line "v3 3/5 x3", expected 3'],
    ['— 3', outcome(0), false, 'printed nothing, expected 3'],
    ['— 3', outcome(0, '\u001b[32m3\u001b[0m'), true, 'printed 3, expected 3'],
    ['returns 0', outcome(0), true, 'printed no number, exit code 0'],
    ['returns 0', outcome(1, 'Type error'), false, 'printed no number, exit code 1, expected 0'],
    ['returns 0', outcome(1, '0'), true, 'printed 0, expected 0'],
    ['prints 3 and exits 0', outcome(1, '3'), false, 'printed 3, exit code 1, expected 0'],
    ['— no output', outcome(0), true, 'no output, exit code 0'],
    ['— no output', outcome(0, 'a.ts:1: x'), false, 'printed "a.ts:1: x", expected no output'],
    ['— no output', outcome(1), false, 'no output, exit code 1, expected 0'],
  ])('%s: %j', (words, result, passed, sentence) => {
    expect(judge(gate(words), result)).toEqual({ passed, sentence });
  });

  test.each<[string, GateOutcome, string]>([
    ['exits 127', outcome(127), 'exit code 127: a command was not found'],
    ['exits non-zero', outcome(126), 'exit code 126: a command could not be executed'],
    ['exits non-zero', outcome(139), 'exit code 139: ended by signal 11'],
    ['— 3', outcome(undefined, '3', { signal: 'SIGKILL' }), 'ended by SIGKILL'],
    ['exits non-zero', outcome(undefined, '', { timedOut: true }), 'timed out'],
    ['— 3', outcome(0, '3', { timedOut: true, timeLimitMs: 1_800_000 }), 'timed out after 30 min'],
    ['passes', outcome(undefined), 'ended without an exit code'],
  ])('always fails: %s, %j', (words, result, sentence) => {
    expect(judge(gate(words), result)).toEqual({ passed: false, sentence });
  });

  it('takes the exit code that the author asked for although it looks like a signal', () => {
    expect(judge(gate('exits 130'), outcome(130)).passed).toBe(true);
  });
});

import { codes, wantedNumber } from './reading.js';
import type { CommandGate, Expectation, GateOutcome, Verdict } from './types.js';

type Prints = Expectation & { kind: 'prints' };

/** bash's own codes for a command that can't be run; as a gate's result they never pass. */
const CANNOT_RUN: Record<number, string> = {
  126: 'exit code 126: a command could not be executed',
  127: 'exit code 127: a command was not found',
};

/** bash reports a child that a signal ended as 128 + the signal's number (1–31). */
const endedBySignal = (code: number): boolean => code > 128 && code < 160;

/** Whether a command gate is green, and why, in a sentence. Takes any outcome; never throws. */
export function judge(gate: CommandGate, outcome: GateOutcome): Verdict {
  const broken = brokenRun(gate.expectation, outcome);
  if (broken !== undefined) return { passed: false, sentence: broken };
  return compare(gate.expectation, outcome, outcome.exitCode ?? 0);
}

function brokenRun(expectation: Expectation, outcome: GateOutcome): string | undefined {
  if (outcome.timedOut)
    return `timed out${outcome.timeLimitMs === undefined ? '' : ` after ${duration(outcome.timeLimitMs)}`}`;
  if (outcome.signal !== undefined) return `ended by ${outcome.signal}`;
  const code = outcome.exitCode;
  if (code === undefined) return 'ended without an exit code';
  if (CANNOT_RUN[code] !== undefined) return CANNOT_RUN[code];
  const askedFor = expectation.kind === 'exit' && expectation.code === code;
  return endedBySignal(code) && !askedFor ? `exit code ${code}: ended by signal ${code - 128}` : undefined;
}

function compare(expectation: Expectation, outcome: GateOutcome, code: number): Verdict {
  switch (expectation.kind) {
    case 'exit':
      return exitVerdict(code, [expectation.code]);
    case 'non-zero':
      return { passed: code !== 0, sentence: code === 0 ? 'exit code 0, expected another one' : `exit code ${code}` };
    case 'empty':
      if (outcome.printed)
        return { passed: false, sentence: `printed "${shorten(outcome.lastLine)}", expected no output` };
      return exitVerdict(code, expectation.exitCodes, 'no output, ');
    case 'prints':
      return printVerdict(expectation, outcome, code);
  }
}

function exitVerdict(code: number, wanted: number[], before = ''): Verdict {
  const passed = wanted.includes(code);
  return { passed, sentence: `${before}exit code ${code}${passed ? '' : `, expected ${codes(wanted)}`}` };
}

function printVerdict(expectation: Prints, outcome: GateOutcome, code: number): Verdict {
  const line = outcome.lastLine.replace(ANSI_COLOUR, '');
  const numbers = [...line.matchAll(INTEGER)].map((match) => match[0]);
  const number = numbers[0];
  if (number === undefined) {
    if (expectation.orExit) return exitVerdict(code, [expectation.value], 'printed no number, ');
    const last = outcome.printed ? `no number on its last line "${shorten(line)}"` : 'nothing';
    return { passed: false, sentence: `printed ${last}, expected ${wantedNumber(expectation)}` };
  }
  const seen = numbers.length > 1 ? `${number} (the first number of "${shorten(line)}")` : number;
  const fits = FITS[expectation.comparison](Number(number), expectation.value);
  if (fits && expectation.exitCode !== undefined) return exitVerdict(code, [expectation.exitCode], `printed ${seen}, `);
  return { passed: fits, sentence: `printed ${seen}, expected ${wantedNumber(expectation)}` };
}

const INTEGER = /(?<!\S)[+-]?\d+(?!\S)/g;
// eslint-disable-next-line no-control-regex -- colours begin with the escape character
const ANSI_COLOUR = /\x1b\[[\d;]*m/g;

const FITS: Record<Prints['comparison'], (seen: number, wanted: number) => boolean> = {
  '=': (seen, wanted) => seen === wanted,
  '>=': (seen, wanted) => seen >= wanted,
  '>': (seen, wanted) => seen > wanted,
};

const shorten = (line: string): string => (line.length > 80 ? `${line.slice(0, 79)}…` : line).trim();

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return `${milliseconds} ms`;
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

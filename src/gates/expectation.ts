import { printForms } from './print-forms.js';
import { countsMatches, isQuiet, isSearch, printsLines } from './searches.js';
import type { Expectation } from './types.js';

export const EXIT_ZERO: Expectation = { kind: 'exit', code: 0 };

/** What was read, and what in the text was not: the audit shows both. */
export interface ReadExpectation {
  expectation: Expectation;
  /** A number that the text asks for and nothing checks. */
  uncheckedNumber?: string;
  /** The text says that the command fails, but names no exit code. */
  saysItFails?: boolean;
}

const NON_ZERO =
  /(?<!\b(?:prints?|outputs?|count|number|total)\b[^.;]{0,30})\bnon-?\s?zero\b|\bexit\w*(?: codes?| status)?(?: is)?(?: not|\s*(?:≠|!=|<>|>)) ?0\b/;
const EXIT_CODE =
  /\b(?:exit(?:s|ed)?|return code|rc)(?:\s+(?:with|an?|is|to|be|codes?|status|of))*\s*[:=]*\s*(\d{1,3}|zero)\b(?![.%])/;
const EMPTY =
  /\bno (?:output|match(?:es)?|hits?|results?)\b|\b(?:prints?|outputs?|returns?|finds?|shows?) nothing\b|\bempty (?:output|stdout)\b|\b(?:output|stdout) (?:is )?empty\b|^\W*(?:(?:is|returns|prints) )?empty\W*$/;
const NO_MATCHES = /\b(?:0|zero) (?:match(?:es)?|hits?|results?|occurrences?)\b/;
const PASSES =
  /\b(?:pass(?:es|ed|ing)?|clean(?:ly)?|exists?|succe(?:eds?|ssful(?:ly)?|ss)|green|ok|(?:no|0|zero) (?:type |lint )?(?:errors?|warnings?|failures?|failed|failing|issues|problems|violations|vulnerabilities))\b/;
const FAILS = /^(?:it |must |should |expected to )*(?:fails?|errors?(?: out)?|is rejected)\b/;

/** Lower case, one line, without emphasis, quotes and backticks. */
export function normalise(rest: string): string {
  return rest
    .replace(/[`*"'“”‘’]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * Reads the words after a gate's command: the closed list of docs/gates.md. What stands first in the text wins;
 * what is in no form of the list means exit code 0.
 */
export function readExpectation(rest: string, command: string): ReadExpectation {
  const whole = normalise(rest);
  const exit = exitForm(whole);
  const text = exit ? whole.replace(exit.phrase, ' ; ') : whole;
  const printed = printForms(text)[0];
  const isMissing = printsLines(command) && (NO_MATCHES.test(text) || isZero(printed?.expectation));
  const empty = isMissing ? 0 : EMPTY.exec(text)?.index;
  const passes = PASSES.exec(text)?.index;
  const first = Math.min(...[empty, passes, printed?.index].map((index) => index ?? Infinity));

  if (!isMissing && printed && printed.index === first && (!exit || printed.says)) {
    return { expectation: withExit(printed.expectation, exit?.expectation) };
  }
  if (empty !== undefined && empty === first && exit?.expectation.kind !== 'non-zero') {
    return { expectation: emptyOutput(command, exit?.expectation) };
  }
  if (exit) return { expectation: exit.expectation, ...unchecked(printed?.number) };
  if (passes !== undefined) return { expectation: EXIT_ZERO, ...unchecked(printed?.number) };
  const saysItFails = FAILS.test(text.replace(/^\W+/, ''));
  return {
    expectation: EXIT_ZERO,
    ...unchecked(/(?<![\w.])\d+(?![\w.])/.exec(text)?.[0]),
    ...(saysItFails && { saysItFails }),
  };
}

const isZero = (expectation: Expectation | undefined): boolean =>
  expectation?.kind === 'prints' && expectation.comparison === '=' && expectation.value === 0 && !expectation.orExit;

const unchecked = (number: string | undefined): { uncheckedNumber?: string } =>
  number === undefined ? {} : { uncheckedNumber: number };

function exitForm(
  text: string,
): { phrase: string; expectation: Expectation & { kind: 'exit' | 'non-zero' } } | undefined {
  const code = EXIT_CODE.exec(text);
  if (code) return { phrase: code[0], expectation: { kind: 'exit', code: code[1] === 'zero' ? 0 : Number(code[1]) } };
  const nonZero = NON_ZERO.exec(text);
  return nonZero ? { phrase: nonZero[0], expectation: { kind: 'non-zero' } } : undefined;
}

function withExit(printed: Expectation & { kind: 'prints' }, exit: Expectation | undefined): Expectation {
  return exit?.kind === 'exit' ? { ...printed, orExit: false, exitCode: exit.code } : printed;
}

/** "No output": grep-like searches say so with exit code 1; a quiet one says it with that code alone. */
export function emptyOutput(command: string, exit?: Expectation): Expectation {
  if (exit?.kind === 'exit') return { kind: 'empty', exitCodes: [exit.code] };
  if (countsMatches(command)) return { kind: 'prints', comparison: '=', value: 0, orExit: false };
  if (!isSearch(command)) return { kind: 'empty', exitCodes: [0] };
  return isQuiet(command) ? { kind: 'exit', code: 1 } : { kind: 'empty', exitCodes: [0, 1] };
}

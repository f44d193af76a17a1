import { calledWord } from './shell.js';
import { countsMatches, isQuiet, isSearch, lastSegment, printsLines } from './searches.js';
import type { Expectation, GateDoubt } from './types.js';
import { SUFFIX_FORMS } from './suffix.js';

const SETTLE = `Settle it at the end of the item: [gate: …] with one of ${SUFFIX_FORMS}.`;

export const unknownSuffix = (text: string): GateDoubt => ({
  code: 'gate-unknown-suffix',
  message: `The suffix [gate: ${text}] is none that is known.`,
  hint: `Write one of ${SUFFIX_FORMS}.`,
});

export const suffixWithoutCommand = (): GateDoubt => ({
  code: 'gate-suffix-without-command',
  message: 'The item says what a command should give, but holds no command.',
  hint: 'Put the command in backticks at the start of the item.',
});

export const emptyItem = (): GateDoubt => ({
  code: 'gate-empty-item',
  message: 'The gate item is empty.',
  hint: 'Write a command in backticks, or remove the item.',
});

export const notRun = (span: string): GateDoubt => ({
  code: 'gate-looks-like-command',
  message: `\`${span}\` looks like a command, but it isn't run: it stands inside prose.`,
  hint: 'Start the item with it, or end the item with [gate: manual] if it is not meant to be run.',
});

export const unknownProgram = (names: string[]): GateDoubt[] =>
  names.map((name) => ({
    code: 'gate-unknown-program',
    message: `The gate calls \`${name}\`, which is no program on this machine.`,
    hint: `Install or correct it; write \`test -e ${name}\` if it is a file, or add [gate: manual] if it is no command.`,
  }));

export const severalPrinted = (): GateDoubt => ({
  code: 'gate-several-outputs',
  message: 'More than one command of this item is expected to print something; only the last one is judged by it.',
  hint: 'Make an item of each command.',
});

export const uncheckedNumber = (number: string): GateDoubt => ({
  code: 'gate-unchecked-number',
  message: `The item names the number ${number}, but only the exit code is checked.`,
  hint: SETTLE,
});

export const saysItFails = (): GateDoubt => ({
  code: 'gate-says-it-fails',
  message: 'The item says that the command fails, but it is read as "exits with 0".',
  hint: 'Write "exits non-zero" or "exits N".',
});

const STATED_TEXT =
  /\b(?:returns?|prints?|outputs?|contains?|includes?|shows?)\s*:?\s*[`"“]([^`"”]*[^\d`"”][^`"”]*)[`"”]/i;

/** A stated text ("returns `{"ok":true}`") that nothing compares. */
export function uncheckedText(rest: string, expectation: Expectation): GateDoubt[] {
  const text = STATED_TEXT.exec(rest)?.[1];
  if (text === undefined || expectation.kind !== 'exit' || /^(?:exit )?(?:code )?-?\d+$/.test(text.trim())) return [];
  const message = `The item expects the text \`${text}\`, but only the exit code is checked.`;
  return [{ code: 'gate-unchecked-text', message, hint: "Pipe the output into `grep -qF '…'` to check it." }];
}

/** "Returns 0" after a search: found, or nothing found? */
export function ambiguousZero(command: string, expectation: Expectation): GateDoubt[] {
  const zero = expectation.kind === 'prints' && expectation.orExit && expectation.value === 0;
  if (!zero || !isSearch(command) || countsMatches(command) || isQuiet(command)) return [];
  return [
    {
      code: 'gate-ambiguous-zero',
      message: '"Returns 0" of a search is read as its exit code, which is 0 when something is found.',
      hint: 'Write "no matches" or [gate: empty] if nothing may be found, [gate: exit 0] otherwise.',
    },
  ];
}

const SILENT = new Set(['test', '[', '[[', 'true', ':', 'cd', 'mkdir', 'rm', 'cp', 'mv', 'touch']);

/** A number is expected of a command that prints none. */
export function printsNoNumber(command: string, expectation: Expectation): GateDoubt[] {
  if (expectation.kind !== 'prints' || expectation.orExit) return [];
  const word = calledWord(lastSegment(command)) ?? '';
  if (!SILENT.has(word) && !isQuiet(command) && !printsLines(command)) return [];
  return [
    {
      code: 'gate-prints-no-number',
      message: `A number is expected, but \`${word}\` prints ${printsLines(command) ? 'lines, not how many' : 'nothing'}.`,
      hint: 'Let the command print the number (`grep -c`, `| wc -l`), or expect an exit code.',
    },
  ];
}

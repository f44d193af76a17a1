import { readingOf } from './reading.js';
import { countsMatches } from './searches.js';
import type { Expectation } from './types.js';

/** One command of a gate and what is expected of it. */
export interface Part {
  command: string;
  expectation: Expectation;
}

export interface Composed extends Part {
  reading: string;
  /** More than one part expects something of the output: only the last of them is judged. */
  severalPrinted: boolean;
}

/**
 * Joins the commands of one gate into one bash command line whose single result stands for all of them. One part's output may be
 * judged: the others then print to stderr. A lone part is left as written.
 */
export function compose(parts: [Part, ...Part[]]): Composed {
  const [first, ...others] = parts;
  if (others.length === 0) return { ...first, reading: readingOf(first.expectation), severalPrinted: false };
  const settled = parts.map(settle);
  const printing = settled.filter((part) => isPrinted(part.expectation));
  const judged = printing.at(-1);
  const lines = settled.map((part) => (part === judged ? judgedPart(part) : besides(part, judged)));
  return {
    command: lines.join(' && '),
    expectation: overall(judged?.expectation),
    reading: `each part must pass: ${settled.map((part) => `\`${part.command}\` ${readingOf(part.expectation)}`).join('; ')}`,
    severalPrinted: printing.length > 1,
  };
}

const isPrinted = (expectation: Expectation): boolean => expectation.kind === 'prints' || expectation.kind === 'empty';

/** "Returns N" leaves open whether a number is printed or the exit code is meant; among several parts that has to be settled. */
function settle(part: Part): Part {
  const { command, expectation } = part;
  if (expectation.kind !== 'prints' || !expectation.orExit) return part;
  if (command.includes('|') || countsMatches(command))
    return { command, expectation: { ...expectation, orExit: false } };
  return { command, expectation: { kind: 'exit', code: expectation.value } };
}

function overall(judged: Expectation | undefined): Expectation {
  if (judged?.kind === 'prints') return { ...judged, exitCode: 0 };
  return judged?.kind === 'empty' ? { kind: 'empty', exitCodes: [0] } : { kind: 'exit', code: 0 };
}

/** The part whose output counts, with an exit code that says whether its own one was allowed. */
function judgedPart({ command, expectation }: Part): string {
  if (expectation.kind === 'empty') {
    const tests = expectation.exitCodes.map((code) => `[ $status -eq ${code} ]`).join(' || ');
    return `{ ${group(command)}; status=$?; ${tests}; }`;
  }
  const wanted = expectation.kind === 'prints' ? expectation.exitCode : undefined;
  return `{ ${group(command)}; [ $? ${wanted === undefined ? '-lt 126' : `-eq ${wanted}`} ]; }`;
}

const besides = (part: Part, judged: Part | undefined): string =>
  judged === undefined ? checked(part) : `{ ${checked(part)}; } >&2`;

/** A command line that succeeds exactly if the part meets its exit code. */
function checked({ command, expectation }: Part): string {
  if (expectation.kind === 'non-zero') return `! ${group(command)}`;
  if (expectation.kind === 'exit' && expectation.code !== 0)
    return `{ ${group(command)}; [ $? -eq ${expectation.code} ]; }`;
  return isSimple(command) ? command : group(command);
}

const isSimple = (command: string): boolean => !/[;|&#\n]/.test(command);

/** In braces, not in a subshell: a `cd` or a background job has to reach the next part. */
function group(command: string): string {
  if (isSimple(command)) return command;
  if (/[#\n]|<</.test(command)) return `{ ${command}\n}`;
  return /(?:;|(?<!&)&)\s*$/.test(command) ? `{ ${command} }` : `{ ${command}; }`;
}

import { readLine, type TextKind } from './limit-texts.js';
import type { VerdictInput } from './types.js';

/** Characters of a message that a person is shown. */
const MAX_MESSAGE = 500;

/** Exit codes with a meaning of their own: Gemini CLI's. */
const EXIT_CODES: Partial<Record<string, Record<number, FailureWord>>> = {
  flat: {
    41: { kind: 'unusable', text: 'The agent is not logged in (exit code 41). Log in with it once, by hand.' },
    42: {
      kind: 'unusable',
      text: 'The agent refused its arguments (exit code 42). Check its flags in the configuration.',
    },
    52: {
      kind: 'unusable',
      text: 'The agent could not read its own configuration (exit code 52). Repair its settings.',
    },
    53: { kind: 'turns', text: 'The agent reached its limit of turns (exit code 53).' },
    55: {
      kind: 'unusable',
      text: 'The agent does not trust this folder (exit code 55). Trust it with the agent, by hand.',
    },
  },
};

export interface FailureWord {
  kind: TextKind;
  text: string;
}

/**
 * Why an agent failed, if it said so: its closing words first, then its errors, newest first, then stderr, then the
 * exit code. `undefined`: it failed in a way that is not known.
 */
export function failureWord(input: VerdictInput, closingWords: string | undefined): FailureWord | undefined {
  const { family, summary, stderrTail, exitCode } = input;
  const spoken = [closingWords ?? '', ...summary.errors.toReversed()].flatMap(linesOf);
  const printed = linesOf(stderrTail).toReversed();
  return (
    firstWord(spoken) ??
    // The programs that an agent runs print to stderr too; only one that did nothing is taken at its word there.
    firstWord(printed, (kind) => kind !== 'unusable' || didNothing(input)) ??
    (exitCode === undefined ? undefined : (EXIT_CODES[family]?.[exitCode] ?? notStarted(input)))
  );
}

/** A sentence: how it ended, and the last that was heard of it. */
export function describeCrash({ summary, stderrTail, exitCode, signal }: VerdictInput, how?: string): string {
  const ended =
    how ??
    (signal !== undefined
      ? `The agent died of ${signal}`
      : `The agent failed${exitCode === undefined ? '' : ` (exit code ${exitCode})`}`);
  const words = summary.end?.ok === false ? summary.end.message : undefined;
  const heard = words?.trim() ?? summary.errors.at(-1)?.trim() ?? linesOf(stderrTail).at(-1);
  return heard === undefined ? `${ended}.` : `${ended}. Its last words: ${heard.slice(0, MAX_MESSAGE)}`;
}

function firstWord(lines: string[], counts: (kind: TextKind) => boolean = () => true): FailureWord | undefined {
  for (const text of lines) {
    const kind = readLine(text);
    if (kind !== undefined && counts(kind)) return { kind, text };
  }
  return undefined;
}

/** Bash's codes for a command that is not there (127) or can't be executed (126). */
function notStarted(input: VerdictInput): FailureWord | undefined {
  if ((input.exitCode !== 126 && input.exitCode !== 127) || !didNothing(input)) return undefined;
  return { kind: 'unusable', text: describeCrash(input, 'The agent could not be started') };
}

const didNothing = ({ summary, treeChanged }: VerdictInput): boolean => summary.toolCount === 0 && !treeChanged;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

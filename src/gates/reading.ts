import type { Expectation } from './types.js';

const COMPARISONS = { '=': '', '>=': 'at least ', '>': 'more than ' } as const;

/** "at least 4": what a printed number is compared with. */
export function wantedNumber(expectation: Expectation & { kind: 'prints' }): string {
  return `${COMPARISONS[expectation.comparison]}${expectation.value}`;
}

/** "0 or 1". */
export const codes = (list: number[]): string => list.join(' or ');

/** An expectation in plain words, as the audit shows it: "passes when it prints at least 4". */
export function readingOf(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'exit':
      return `passes when it exits with ${expectation.code}`;
    case 'non-zero':
      return 'passes when it exits with anything but 0';
    case 'empty':
      return `passes when it prints nothing and exits with ${codes(expectation.exitCodes)}`;
    case 'prints': {
      const number = `passes when it prints ${wantedNumber(expectation)}`;
      if (expectation.exitCode !== undefined) return `${number} and exits with ${expectation.exitCode}`;
      return expectation.orExit ? `${number}, or prints no number and exits with ${expectation.value}` : number;
    }
  }
}

export const MANUAL_READING = 'not machine-checked: the agent answers it';

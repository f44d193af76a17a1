/** What a gate item means, and what it printed. */

/** When a command's result counts as green. Exit 126, 127, a signal or a time-out never does. */
export type Expectation =
  | { kind: 'exit'; code: number }
  | { kind: 'non-zero' }
  /**
   * First integer on the last non-empty line of stdout. `orExit`: without one, the exit code is compared.
   * `exitCode`: this one is asked for as well; any will do otherwise.
   */
  | { kind: 'prints'; comparison: '=' | '>=' | '>'; value: number; orExit: boolean; exitCode?: number }
  /** stdout is empty; the exit code is one of these. */
  | { kind: 'empty'; exitCodes: number[] };

/** A reason to doubt a gate; the audit turns it into a finding. */
export interface GateDoubt {
  /** Stable, kebab-case. */
  code: string;
  message: string;
  hint: string;
}

export interface CommandGate {
  kind: 'command';
  /** Given to bash verbatim. */
  command: string;
  expectation: Expectation;
  /** In plain words: "passes when it prints at least 4". */
  reading: string;
  doubts: GateDoubt[];
}

export interface ManualGate {
  kind: 'manual';
  text: string;
  reading: string;
  doubts: GateDoubt[];
}

export type Gate = CommandGate | ManualGate;

/** What running a gate's command gave. */
export interface GateOutcome {
  exitCode: number | undefined;
  signal: string | undefined;
  timedOut: boolean;
  /** The limit that `timedOut` refers to, in milliseconds. */
  timeLimitMs?: number;
  /** Whether stdout held anything but white space. */
  printed: boolean;
  /** Last non-empty line of stdout, cut to 4 KiB. */
  lastLine: string;
}

export interface Verdict {
  passed: boolean;
  /** "printed 3, expected at least 4". */
  sentence: string;
}

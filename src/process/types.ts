/** How a program is run under supervision. All durations are milliseconds. */

export interface ProgramSpec {
  /** With `args`: an executable. Without: a command line for `bash -c`. */
  command: string;
  args?: string[];
  cwd: string;
  /** The whole environment; nothing is inherited. The supervisor adds `RALPH_RUN`. */
  env: Record<string, string>;
  /** File that becomes standard input; without it standard input is empty. */
  stdinFile?: string;
  stdoutFile: string;
  /** May be the same as `stdoutFile`. */
  stderrFile: string;
  /** Workflow id; the marker by which strays are found. */
  run: string;
  wallMs: number;
  /** Ends the program when it printed nothing for so long. */
  idleMs?: number;
  /** Between TERM and KILL. */
  graceMs: number;
  /** What the program was started for ("gate 2 of 03"), kept in its record. */
  purpose: string;
  /** Leave what the program left behind in its group running when it ends by itself; `reapRun` ends it. */
  keepStrays?: boolean;
}

export type EndedBy = 'itself' | 'wall' | 'idle' | 'cancel';

export interface ProgramResult {
  exitCode: number | undefined;
  signal: string | undefined;
  endedBy: EndedBy;
  durationMs: number;
  /** Set when the program could not be started at all, a sentence. */
  spawnError?: string;
}

/** Written right after the spawn, so that a later process can reap what a killed worker left. */
export interface ProcessRecord {
  pid: number;
  /** Of `/proc/<pid>/stat`, in clock ticks since boot; `undefined` where there is no /proc. */
  startTime: string | undefined;
  bootId: string | undefined;
  run: string;
  purpose: string;
}

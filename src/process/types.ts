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
  /** However it ends, end everything of the run with what is left of its group, as `reapRun` does. */
  sweep?: boolean;
}

/** `request`: through `RunOptions.endNow`, which says that the caller has all that it wants of the program. */
export type EndedBy = 'itself' | 'wall' | 'idle' | 'cancel' | 'request';

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
  /** Of `/proc/<pid>/stat`, in clock ticks since boot; where there is no /proc, the start as `ps` prints it. */
  startTime: string | undefined;
  /** `undefined` where there is no /proc: the start that `ps` prints is a date, which no reboot repeats. */
  bootId: string | undefined;
  run: string;
  purpose: string;
  /** Set when the program ended and what it left was kept: the group is known by these once its leader is gone. */
  strays?: ProcessIdentity[];
}

/** A pid names a process only together with the moment it started: pids are used again. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

export interface RunOptions {
  /** Folder for process records; made when it is missing. */
  records: string;
  /** Aborting it ends the program and its group. */
  signal?: AbortSignal;
  /** Aborting it ends the program and its group too, but as a result like any other: the work was done. */
  endNow?: AbortSignal;
  /** Called once, when the program runs and its record is on disk. */
  onStart?: (record: ProcessRecord) => void;
  /** Called with the bytes in the output files whenever they changed, at most once a second. */
  onGrowth?: (bytes: number) => void;
}

/** A process that a run left behind and that was ended. */
export interface Reaped {
  pid: number;
  /** Short name of the program, as the kernel keeps it (15 characters on Linux). */
  name: string;
  /** Purpose in the record of its group; `undefined` for one that had left every recorded group. */
  purpose: string | undefined;
  /** False when even KILL did not end it (another user's, or stuck in the kernel). */
  gone: boolean;
}

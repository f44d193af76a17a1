import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MARKER } from './marker.js';
import type { ProgramFiles } from './program-files.js';
import type { ProgramSpec } from './types.js';

export interface ProgramExit {
  exitCode: number | undefined;
  signal: string | undefined;
  /** By the clock of `performance.now()`. */
  at: number;
}

export interface Launched {
  pid: number;
  /** Settles when the program itself has exited, whoever holds its output; never rejects. */
  exit: Promise<ProgramExit>;
}

/**
 * Starts a program as leader of its own session, with exactly `spec.env` and the marker as its environment, its
 * output going into the open files themselves (execa knows only pipes and our own three streams).
 *
 * Rejects with the system's error when it can't be started. Otherwise no other work is done before this returns:
 * until then the pid can't have been used again.
 */
export async function launch(spec: ProgramSpec, files: ProgramFiles): Promise<Launched> {
  const child = spawn(spec.args ? spec.command : 'bash', spec.args ?? ['-c', '--', spec.command], {
    cwd: spec.cwd,
    env: { ...spec.env, [MARKER]: spec.run },
    stdio: [files.stdin, files.stdout, files.stderr],
    detached: true,
  });
  if (child.pid === undefined) throw ((await once(child, 'error')) as [Error])[0];
  const exit = new Promise<ProgramExit>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve({ exitCode: code ?? undefined, signal: signal ?? undefined, at: performance.now() }),
    );
  });
  return { pid: child.pid, exit };
}

/** A service for tests: one per jest worker process, so that test files share a server without sharing it across workers. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface TestService {
  stateDir: string;
  /** For `ralph(…)`. The cache folder is the machine's, so that the server binary is not fetched again. */
  env: Record<string, string>;
}

/**
 * The state folder of this worker process; the first command that needs the server starts it there. When the process ends,
 * however it ends, the service is stopped and the folder removed.
 */
export function useService(): TestService {
  // The start time keeps a folder that a killed machine left from being taken for ours when the process id comes again.
  const stateDir = join(tmpdir(), `ralph-test-${process.pid}-${Math.round(performance.timeOrigin)}`);
  if (makeOnce(stateDir)) startReaper(stateDir);
  return { stateDir, env: { RALPH_STATE_DIR: stateDir } };
}

/** Jest gives every test file modules of its own, so the folder is what tells whether an earlier file was here. */
function makeOnce(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The reaper's standard input is a pipe from this process: it ends when we do, even by a kill. */
function startReaper(stateDir: string): void {
  const program = fileURLToPath(new URL('service-reaper.mjs', import.meta.url));
  const reaper = spawn(process.execPath, [program, stateDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
}

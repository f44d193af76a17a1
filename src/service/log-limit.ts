/** No log of ours grows for ever: at this size, in bytes, the former log moves to `.1`. */
import { copyFileSync, fstatSync, ftruncateSync, statSync } from 'node:fs';

export const logLimit = 10 * 1024 * 1024;

const standardOutput = 1;
const lookEveryMs = 60_000;

/**
 * Keeps the log that this process's output is appended to from growing beyond the limit while it lives: a service that
 * is gone for good is told several times a second. Without effect where the output goes elsewhere.
 */
export function limitOwnLog(logFile: string, limit = logLimit, everyMs = lookEveryMs): void {
  setInterval(() => {
    try {
      if (fstatSync(standardOutput).ino !== statSync(logFile).ino) return;
      if (statSync(logFile).size < limit) return;
      copyFileSync(logFile, `${logFile}.1`);
      ftruncateSync(standardOutput);
    } catch {
      // There is no log, or no room for a second one: the next look may find it otherwise.
    }
  }, everyMs).unref();
}

/** Named places where a test can kill the worker. Nothing happens unless the environment arms one. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `RALPH_CRASH_AT=after-commit:2` kills this process with SIGKILL when that point is passed for the second time. Passes
 * are counted in the state folder, so that the restarted worker does not die at the same place for ever.
 */
export function crashPoint(state: string, name: string): void {
  const armed = process.env['RALPH_CRASH_AT'];
  if (armed === undefined) return;
  const [point, hit = '1'] = armed.split(':');
  if (point !== name) return;
  const folder = join(state, 'crash-points');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  appendFileSync(file, '.');
  if (readFileSync(file).length === Number(hit)) process.kill(process.pid, 'SIGKILL');
}

/** Named places where a test can kill the worker. Nothing happens unless the environment arms one. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the order in which a run passes them; test/faults dies at each. */
export const crashPoints = [
  'branch-entered',
  'set-up-moved',
  'set-up-copied',
  'after-set-up-commit',
  'iteration-begun',
  'after-spawn',
  'after-agent',
  'after-gate',
  'between-marks',
  'before-commit',
  'staged',
  'after-commit',
  'after-progress',
  'archive-prd-written',
  'archive-plan-moved',
  'archive-copy-removed',
  'archive-log-removed',
  'archive-workspace-removed',
  'after-archive-commit',
  'after-push',
  'after-pull-request',
  'finish-released',
  'before-notice',
  'after-notice',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/**
 * `RALPH_CRASH_AT=after-commit:2,after-gate` kills this process with SIGKILL when the first is passed for the second
 * time, and when the other is passed. Passes are counted in the state folder, so that the restarted worker does not die
 * at the same place for ever.
 */
export function crashPoint(state: string, name: CrashPoint): void {
  const armed = process.env['RALPH_CRASH_AT']?.split(',').find((entry) => entry.split(':')[0] === name);
  if (armed === undefined) return;
  const folder = join(state, 'crash-points');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  appendFileSync(file, '.');
  if (readFileSync(file).length === Number(armed.split(':')[1] ?? 1)) process.kill(process.pid, 'SIGKILL');
}

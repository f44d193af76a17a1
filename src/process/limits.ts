import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedBy, ProgramSpec, RunOptions } from './types.js';

/** The longest delay a Node timer takes; beyond it fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Limits {
  /** Settles when the program has to be ended; rejects when `onGrowth` or the file system fails. */
  reached: Promise<Exclude<EndedBy, 'itself'>>;
  /** Ends the watch. */
  stop(): void;
}

/**
 * Watches a running program's wall clock, its silence, and the caller's cancel or wish to end it.
 *
 * @param size bytes in its output files; any change counts as a sign of life
 */
export function watchLimits(spec: ProgramSpec, options: RunOptions, size: () => number): Limits {
  const stopped = new AbortController();
  const { signal } = stopped;
  const wall = sleep(Math.min(spec.wallMs, LONGEST_MS), 'wall' as const, { signal });
  const cancel = whenAborted(options.signal, 'cancel' as const, signal);
  const request = whenAborted(options.endNow, 'request' as const, signal);
  const idle = spec.idleMs === undefined && !options.onGrowth ? [] : [watchSilence(spec.idleMs, size, options, signal)];
  const reached = Promise.race([wall, cancel, request, ...idle]);
  // After `stop` the timers reject into the void: nobody waits for them any more.
  for (const promise of [wall, ...idle, reached]) promise.catch(() => undefined);
  return { reached, stop: () => stopped.abort() };
}

function whenAborted<T>(asked: AbortSignal | undefined, value: T, stopped: AbortSignal): Promise<T> {
  return new Promise((resolve) => {
    asked?.addEventListener('abort', () => resolve(value), { signal: stopped });
    if (asked?.aborted) resolve(value);
  });
}

async function watchSilence(
  idleMs = Infinity,
  size: () => number,
  { onGrowth }: RunOptions,
  signal: AbortSignal,
): Promise<'idle'> {
  const periodMs = Math.max(20, Math.min(1000, idleMs / 5));
  let known = 0;
  let lastChange = performance.now();
  while (performance.now() - lastChange < idleMs) {
    await sleep(periodMs, undefined, { signal });
    const now = size();
    if (now === known || signal.aborted) continue;
    known = now;
    lastChange = performance.now();
    onGrowth?.(now);
  }
  return 'idle';
}

import { forceMs } from '../worker-times.js';

/** Aborted by the first TERM, INT, HUP or QUIT. A process that still lives 5 s after the SDK's own last resort then ends itself. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) return;
      stop.abort(name);
      setTimeout(() => process.exit(1), forceMs + 5_000).unref();
    });
  }
  return stop.signal;
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

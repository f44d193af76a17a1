import { DefaultLogger, makeTelemetryFilterString, Runtime, type Logger } from '@temporalio/worker';

/**
 * Installs the SDK's runtime, once per process and before anything else of the SDK, with one line per entry of ours on standard output.
 * `shutdown` lets the process end: the runtime itself ends only with its last worker, and there may not have been one.
 */
export function installRuntime(): { logger: Logger; shutdown: () => Promise<void> } {
  const logger = new DefaultLogger('INFO', ({ level, timestampNanos, message, meta }) => {
    const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
    console.log(`${time} ${level} ${message}${meta ? details(meta) : ''}`);
  });
  const runtime = Runtime.install({
    logger,
    // We stop by ourselves: a signal must also count before there is a worker that the SDK could stop.
    shutdownSignals: [],
    telemetryOptions: {
      // The core writes its warnings by itself: forwarded ones are asked for a hundred times a second, also by a worker
      // that only waits.
      logging: { console: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
  });
  return { logger, shutdown: () => runtime.shutdown() };
}

// A failure has a stack that JSON would drop; no entry may fill the log.
function details(meta: object): string {
  const { error, ...rest } = meta as { error?: unknown };
  const stack = error instanceof Error ? `\n${error.stack}` : '';
  const text = JSON.stringify(rest, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return `${text === '{}' ? '' : ` ${text}`}${stack}`.slice(0, 4_000);
}

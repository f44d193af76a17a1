import { withFileLock } from './file-lock.js';
import { cacheFolder, prepareState } from './paths.js';
import { runningServer, type ServiceInfo } from './server-record.js';

export interface EnsureServerOptions {
  /** The state folder. */
  state: string;
  /** Takes what a person should know while waiting, one sentence at a time. */
  say: (message: string) => void;
  /** Where a server binary is looked for and kept; the cache folder by default. */
  cache?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The embedded server of this state folder: the one that runs, or a new one on the same database and ports. Any number of commands
 * may race; one server comes of it. Throws `ServiceError` (binary-missing, busy, server-start, server-version, state-…).
 */
export async function ensureServer({
  state,
  say,
  cache,
  env = process.env,
}: EnsureServerOptions): Promise<ServiceInfo> {
  const paths = await prepareState(state);
  const running = await runningServer(paths);
  if (running) return running;
  const lock = { purpose: 'starting the Temporal server', say, waitMs: 30 * 60_000 };
  return withFileLock(paths.serverLock, lock, async () => {
    // Loaded only here: the client library takes 0.4 s, and most commands find a server that runs.
    const { startServer } = await import('./start-server.js');
    return (await runningServer(paths)) ?? (await startServer({ paths, say, cache: cache ?? cacheFolder(env), env }));
  });
}

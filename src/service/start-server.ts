import type { Connection } from '@temporalio/client';
import { serviceEnvironment, startDaemon, type Daemon } from './daemon.js';
import type { StatePaths } from './paths.js';
import { freePort } from './ports.js';
import { endProcess } from './process-mark.js';
import { findServerBinary, type BinarySearch } from './server-binary.js';
import { serverFlags } from './server-flags.js';
import { healthyConnection } from './server-health.js';
import {
  embeddedNamespace,
  readServerRecord,
  serviceInfo,
  writeServerRecord,
  type ServerRecord,
  type ServiceInfo,
} from './server-record.js';
import { registerSearchAttributes, setRetention } from './server-setup.js';
import { inspectBinary, type ServerBinary } from './temporal-version.js';

export interface StartServerOptions extends Omit<BinarySearch, 'serverVersion'> {
  paths: StatePaths;
}

const defaultPorts = { port: 7233, uiPort: 8233 };
const startAttempts = 3;

/** Starts the server of a state folder and waits until it is healthy. The caller holds the server's lock. */
export async function startServer(options: StartServerOptions): Promise<ServiceInfo> {
  const before = await readServerRecord(options.paths);
  if (before?.process) {
    options.say('The Temporal server has ended or does not answer; starting it again …');
    // One that still lives was left half set up by a command that was killed.
    await endProcess(before.process, 10_000);
  }
  const { path: binary, serverVersion } = await binaryFor(before, options);
  for (let attempt = 1; ; attempt++) {
    const record = { binary, serverVersion, ...(await choosePorts(before ?? defaultPorts)), ready: false };
    try {
      return await launch(record, options);
    } catch (error) {
      // Between our look at a port and the server's own another program may have taken it.
      if (attempt === startAttempts || !/address already in use/i.test(String(error))) throw error;
    }
  }
}

async function binaryFor(before: ServerRecord | undefined, search: StartServerOptions): Promise<ServerBinary> {
  if (!before) return findServerBinary(search);
  const recorded = await inspectBinary(before.binary);
  if (recorded?.serverVersion === before.serverVersion) return recorded;
  return findServerBinary({ ...search, serverVersion: before.serverVersion });
}

async function choosePorts(wanted: Pick<ServerRecord, 'port' | 'uiPort'>) {
  return { port: await freePort(wanted.port), uiPort: await freePort(wanted.uiPort) };
}

async function launch(record: ServerRecord, { paths, env, say }: StartServerOptions): Promise<ServiceInfo> {
  const daemon = await startDaemon({
    command: record.binary,
    args: serverFlags(paths.database, record),
    cwd: paths.state,
    env: serviceEnvironment(env),
    logFile: paths.serverLog,
  });
  const started = { ...record, startedAt: new Date().toISOString(), ...(daemon.mark && { process: daemon.mark }) };
  // Before it is healthy: a command that is killed while it waits leaves a server that the next one finds.
  await writeServerRecord(paths, started);
  await becomeReady(started, daemon, { logFile: paths.serverLog, say });
  await writeServerRecord(paths, { ...started, ready: true });
  return serviceInfo(started);
}

async function becomeReady(record: ServerRecord, daemon: Daemon, context: Parameters<typeof healthyConnection>[2]) {
  try {
    await setUp(await healthyConnection(record, daemon, context));
  } catch (error) {
    if (daemon.mark) await endProcess(daemon.mark, 5_000);
    throw error;
  } finally {
    daemon.release();
  }
}

async function setUp(connection: Connection): Promise<void> {
  try {
    await setRetention(connection, embeddedNamespace);
    await registerSearchAttributes(connection, embeddedNamespace);
  } finally {
    await connection.close();
  }
}

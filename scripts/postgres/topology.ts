/** A Temporal service on PostgreSQL without containers: what docker-compose.yml starts, as programs of this machine. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { msToTs } from '@temporalio/common/lib/time.js';
import { openConnection } from '../../src/service/open-connection.js';
import { freePort } from '../../src/service/ports.js';
import { Child } from './child.js';
import { postgresPrograms, startPostgres } from './database.js';
import { portsNeeded, serverConfig } from './server-config.js';
import { serverPrograms, type ServerPrograms } from './server-programs.js';

const dynamicConfig = fileURLToPath(new URL('../../docker/dynamic-config.yaml', import.meta.url));
const namespace = 'default';
const retentionMs = 90 * 24 * 60 * 60 * 1_000;

export interface Topology {
  /** For TEMPORAL_ADDRESS. */
  address: string;
  /** Kills the server, not the database, and starts it again. */
  restartServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Throws when PostgreSQL or Go is missing; nothing is left running then. */
export async function startTopology(say: (message: string) => void): Promise<Topology> {
  const bin = await postgresPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is not installed. On Debian: apt-get install postgresql');
  const programs = await serverPrograms(say);
  const folder = await mkdtemp(join(tmpdir(), 'ralph-postgres-'));
  // The database's own user must get through to its data.
  await chmod(folder, 0o755);
  const database = await startPostgres(bin, folder);
  let server: Child | undefined;
  const stop = async () => {
    await server?.stop();
    // INT: PostgreSQL doesn't wait for clients that are still connected.
    await database.child.stop('SIGINT');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeSchema(programs, database.port);
    const ports = await freePorts(portsNeeded);
    const address = `127.0.0.1:${ports[0]}`;
    await mkdir(join(folder, 'config'));
    const config = serverConfig({ databasePort: database.port, ports, dynamicConfig });
    await writeFile(join(folder, 'config', 'development.yaml'), config);
    const start = async () => {
      const command = [programs.server, '--root', folder, '--allow-no-auth', 'start'];
      server = Child.start({ command, cwd: folder, logFile: join(folder, 'server.log') });
      await server.until(() => hasNamespace(address));
    };
    await start();
    const restartServer = async () => {
      await server?.stop('SIGKILL');
      await start();
    };
    return { address, restartServer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeSchema({ sql, schema }: ServerPrograms, port: number): Promise<void> {
  const databases = [
    ['temporal', schema.temporal],
    ['temporal_visibility', schema.visibility],
  ] as const;
  for (const [database, versions] of databases) {
    const place = [
      '--plugin',
      'postgres12',
      '--ep',
      '127.0.0.1',
      '-p',
      String(port),
      '-u',
      'temporal',
      '--db',
      database,
    ];
    for (const step of [['create'], ['setup-schema', '-v', '0.0'], ['update-schema', '-d', versions]]) {
      await promisify(execFile)(sql, [...place, ...step]);
    }
  }
}

/** Makes the namespace when it isn't there; true once the server knows it. */
async function hasNamespace(address: string): Promise<boolean> {
  const connection = await openConnection({ address, connectTimeout: 2_000 });
  const { workflowService } = connection;
  try {
    await workflowService.describeNamespace({ namespace });
    return true;
  } catch {
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs(retentionMs) });
    return false;
  } finally {
    await connection.close();
  }
}

/** Below 32768: the schema for PostgreSQL keeps a member's port in a signed 16-bit column. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const wanted = 20_000 + Math.floor(Math.random() * 12_000);
    if ((await freePort(wanted)) === wanted) ports.add(wanted);
  }
  return [...ports];
}

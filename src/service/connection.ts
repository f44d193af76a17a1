import { Client, type Connection } from '@temporalio/client';
import { openConnection } from './open-connection.js';
import { statePaths } from './paths.js';
import { ensureServer, type EnsureServerOptions } from './server.js';
import { runningServer, type ServiceInfo } from './server-record.js';
import { messageOf } from '../errors.js';
import { ServiceError } from './service-error.js';
import { embeddedTarget, externalTarget, type ServiceTarget } from './service-target.js';

/** A Temporal service and an open connection to it; close `connection` when done. */
export interface Service {
  client: Client;
  connection: Connection;
  /** Names it for good, in claims: `embedded`, whose port may change, or address and namespace. */
  name: string;
  address: string;
  namespace: string;
  /** Of the embedded server; another service's Web UI may be anywhere. */
  uiUrl?: string;
  embedded: boolean;
}

/** The process of the embedded server is known to be there: where it is slow, twenty commands may be starting at once. */
const connectTimeoutMs = { external: 4_000, embedded: 20_000 };

/**
 * Connects to the service that the environment names, else to the embedded one, which is started when it doesn't run.
 * Throws `ServiceError`; one that can't be reached is told within about 5 s, an embedded one that hangs within 20 s.
 */
export async function connectService(options: EnsureServerOptions): Promise<Service> {
  const external = await externalTarget(options.env);
  if (external) return connectTo(external, { embedded: false });
  const server = await ensureServer(options);
  try {
    return await connectEmbedded(server);
  } catch (error) {
    // It may have died between our look at it and the connection.
    if (await runningServer(statePaths(options.state))) throw error;
    return connectEmbedded(await ensureServer(options));
  }
}

function connectEmbedded(server: ServiceInfo): Promise<Service> {
  return connectTo(embeddedTarget(server), { embedded: true, uiUrl: server.uiUrl });
}

async function connectTo(target: ServiceTarget, kind: Pick<Service, 'embedded' | 'uiUrl'>): Promise<Service> {
  const { name, address, namespace } = target;
  const connection = await open(target, kind.embedded);
  if (!kind.embedded) await checkNamespace(connection, target);
  return { client: new Client({ connection, namespace }), connection, name, address, namespace, ...kind };
}

async function open({ address, connectionOptions }: ServiceTarget, embedded: boolean): Promise<Connection> {
  try {
    return await openConnection({
      ...connectionOptions,
      address,
      connectTimeout: connectTimeoutMs[embedded ? 'embedded' : 'external'],
    });
  } catch (error) {
    throw new ServiceError(
      'unreachable',
      `No Temporal service answers at ${address}: ${messageOf(error)}.`,
      embedded
        ? 'Its process is there but hangs: `ralph down`, then the command again.'
        : 'Start that service, correct TEMPORAL_ADDRESS or the profile, or unset them to use the embedded server.',
      { cause: error },
    );
  }
}

// A wrong name would otherwise show up late, as a start that is refused. Who may not look is let through.
async function checkNamespace(connection: Connection, { address, namespace }: ServiceTarget): Promise<void> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } catch (error) {
    if ((error as { code?: number }).code !== notFound) return;
    await connection.close();
    throw new ServiceError(
      'namespace',
      `The Temporal service at ${address} has no namespace ${namespace}.`,
      'Set TEMPORAL_NAMESPACE to one that exists, or create it: temporal operator namespace create.',
      { cause: error },
    );
  }
}

/** gRPC's NOT_FOUND. */
const notFound = 5;

import type { ConnectionOptions } from '@temporalio/client';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A service and how to reach it. */
export interface ServiceTarget {
  /** Names it for good, in claims: `embedded`, whose port may change, or address and namespace. */
  name: string;
  address: string;
  namespace: string;
  /** Fits the client's connection and the worker's. */
  connectionOptions: Pick<ConnectionOptions, 'metadata' | 'tls'> & { apiKey?: string };
}

/**
 * The service that the environment names (`TEMPORAL_ADDRESS`, `TEMPORAL_PROFILE`, `TEMPORAL_CONFIG_FILE`), or `undefined`: then the
 * embedded one is meant. A file at its default place alone doesn't count, since starting a run elsewhere must be asked for.
 * Throws `ServiceError` (profile).
 */
export async function externalTarget(env: Environment = process.env): Promise<ServiceTarget | undefined> {
  if (!isExternal(env)) return undefined;
  return (await import('./named-target.js')).namedTarget(env);
}

/** The embedded server of a state folder as a target. */
export function embeddedTarget({ address, namespace }: Pick<ServiceTarget, 'address' | 'namespace'>): ServiceTarget {
  return { name: 'embedded', address, namespace, connectionOptions: {} };
}

/** Whether the environment names a service of its own. */
function isExternal(env: Environment): boolean {
  return ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some((name) => Boolean(env[name]));
}

import { loadClientConnectConfig } from '@temporalio/envconfig';
import { messageOf } from '../errors.js';
import { ServiceError } from './service-error.js';
import type { Environment, ServiceTarget } from './service-target.js';

/**
 * The service that the environment, or a profile that it names, describes, by the rules of Temporal's own tools. Loaded only
 * where there is one. Throws `ServiceError` (profile).
 */
export function namedTarget(env: Environment): ServiceTarget {
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: defined(env) });
    const { address, apiKey, metadata, tls } = connectionOptions;
    const place = { address: address ?? 'localhost:7233', namespace: namespace ?? 'default' };
    return {
      name: `${place.address}/${place.namespace}`,
      ...place,
      connectionOptions: defined({ apiKey, metadata, tls }),
    };
  } catch (error) {
    throw new ServiceError(
      'profile',
      `The Temporal profile in the environment can't be used: ${messageOf(error)}.`,
      'Correct TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE or the file it names, or unset them to use the embedded server.',
      { cause: error },
    );
  }
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

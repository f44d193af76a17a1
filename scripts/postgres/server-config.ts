/** The Temporal server's configuration: all four services in one process, on loopback, on PostgreSQL. */
import { stringify } from 'yaml';

const services = ['frontend', 'matching', 'history', 'worker'] as const;
/** Each service listens at one port for requests and at one for its membership. */
export const portsNeeded = services.length * 2;

export interface ServerConfig {
  databasePort: number;
  /** `portsNeeded` free ones; the first is the frontend's. */
  ports: number[];
  dynamicConfig: string;
}

export function serverConfig({ databasePort, ports, dynamicConfig }: ServerConfig): string {
  const [grpc = 0] = ports;
  return stringify({
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: 4,
      datastores: { default: store('temporal', databasePort), visibility: store('temporal_visibility', databasePort) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(
      services.map((name, index) => [
        name,
        { rpc: { grpcPort: ports[index * 2], membershipPort: ports[index * 2 + 1], bindOnLocalHost: true } },
      ]),
    ),
    clusterMetadata: {
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: `127.0.0.1:${grpc}` },
      },
    },
    publicClient: { hostPort: `127.0.0.1:${grpc}` },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicConfig, pollInterval: '60s' },
  });
}

function store(databaseName: string, port: number): object {
  const connection = { connectAddr: `127.0.0.1:${port}`, connectProtocol: 'tcp', user: 'temporal', password: '' };
  return { sql: { pluginName: 'postgres12', databaseName, ...connection, maxConns: 20, maxIdleConns: 20 } };
}

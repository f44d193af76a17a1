import { searchAttributes } from '../workflows/search-attributes.js';
import { embeddedNamespace, type ServerRecord } from './server-record.js';

/** SQLite in write-ahead mode: 1.6–1.9 times faster, and safe against a kill; a power loss may cost the last transactions. */
const pragmas = ['journal_mode=wal', 'synchronous=normal'];

/** The defaults make a queue with one shard wait up to 50 ms per dispatch, and a timer up to a second. */
const dynamicConfig = [
  'history.transferProcessorMaxPollRPS=1000',
  'history.timerProcessorMaxTimeShift="20ms"',
  'history.timerProcessorMaxPollRPS=1000',
  'system.enableActivityEagerExecution=true',
  // By default each worker that dies under one workflow task makes the next one's death be noticed later, up to 10 minutes.
  'history.workflowTaskRetryMaxInterval="5s"',
  // A server that only waits: namespaces are read again every second, and each of eight queues is written every minute.
  'system.namespaceCacheRefreshInterval="10s"',
  'matching.updateAckInterval="5m"',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

/** Arguments of `temporal` for the embedded server: loopback only, its database in the state folder. */
export function serverFlags(database: string, { port, uiPort }: Pick<ServerRecord, 'port' | 'uiPort'>): string[] {
  const attributes = searchAttributes.map(({ name }) => `${name}=Keyword`);
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--ui-ip', '127.0.0.1'],
    ...['--port', String(port), '--ui-port', String(uiPort), '--namespace', embeddedNamespace],
    ...['--db-filename', database, '--log-level', 'warn', '--color', 'never'],
    ...pragmas.flatMap((pragma) => ['--sqlite-pragma', pragma]),
    ...dynamicConfig.flatMap((value) => ['--dynamic-config-value', value]),
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
}

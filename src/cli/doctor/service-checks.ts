/** The Temporal service that commands would use, its worker, and what is registered there. Starts nothing. */
import type { Connection } from '@temporalio/client';
import { messageOf } from '../../errors.js';
import { openConnection } from '../../service/open-connection.js';
import { cachedBinary } from '../../service/server-binary.js';
import { missingSearchAttributes } from '../../service/server-setup.js';
import type { ServiceStatus } from '../../service/service-status.js';
import { embeddedTarget, externalTarget, type ServiceTarget } from '../../service/service-target.js';
import { inspectBinary } from '../../service/temporal-version.js';
import { type Check, error, ok, warning } from './check.js';
import { onPath } from './machine-checks.js';

const timeoutMs = 4_000;

/** @param path value of PATH */
export async function serviceChecks(status: ServiceStatus, path: string): Promise<Check[]> {
  const target = await targetOf(status);
  return [
    ...(status.external ? [] : [await binaryCheck(status, path)]),
    ...(target === undefined ? [embeddedCheck(status)] : await targetChecks(target)),
    workerCheck(status),
  ];
}

async function targetOf({ external, server }: ServiceStatus): Promise<ServiceTarget | undefined> {
  if (external) return externalTarget();
  return server.state === 'running' && server.info ? embeddedTarget(server.info) : undefined;
}

async function binaryCheck({ cache, server }: ServiceStatus, path: string): Promise<Check> {
  const candidates = [server.info?.binary, await onPath('temporal', path), cachedBinary(cache)];
  for (const candidate of candidates) {
    const binary = candidate === undefined ? undefined : await inspectBinary(candidate);
    if (binary) return ok('temporal-binary', `Temporal CLI with server ${binary.serverVersion} (${binary.path})`);
  }
  const hint = 'The first start downloads it, or builds it with Go; or install it: https://docs.temporal.io/cli';
  return warning('temporal-binary', `No Temporal CLI is on PATH or in ${cache}.`, hint);
}

/** An embedded server that doesn't run. */
function embeddedCheck({ server, paths }: ServiceStatus): Check {
  if (server.state === 'stopped')
    return ok('server', 'The embedded server is stopped; any command that needs it starts it.');
  return server.state === 'dead'
    ? error(
        'server',
        'The embedded server has ended by itself.',
        `ralph up starts it; why it ended: ${paths.serverLog}`,
      )
    : error('server', 'The embedded server lives but does not answer.', 'ralph down, then ralph up.');
}

async function targetChecks(target: ServiceTarget): Promise<Check[]> {
  const { address, namespace, connectionOptions, name } = target;
  let connection: Connection | undefined;
  try {
    connection = await openConnection({ ...connectionOptions, address, connectTimeout: timeoutMs });
    return await connection.withDeadline(Date.now() + timeoutMs, () => askService(connection!, target));
  } catch (problem) {
    const hint =
      name === 'embedded' ? 'ralph down, then ralph up.' : 'Start that service, or correct TEMPORAL_ADDRESS.';
    return [
      error(
        'server',
        `The service at ${address}, namespace ${namespace}, does not answer: ${messageOf(problem)}`,
        hint,
      ),
    ];
  } finally {
    await connection?.close();
  }
}

async function askService(connection: Connection, { address, namespace }: ServiceTarget): Promise<Check[]> {
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
  const missing = await missingSearchAttributes(connection, namespace);
  const server = ok('server', `Temporal server ${serverVersion} at ${address}, namespace ${namespaceInfo?.name}`);
  const names = missing.map((attribute) => `--name ${attribute} --type Keyword`).join(' ');
  const attributes =
    missing.length === 0
      ? ok('search-attributes', 'Search attributes are registered')
      : error(
          'search-attributes',
          `The namespace lacks the search attributes ${missing.join(', ')}.`,
          `A worker registers them when it starts; by hand: temporal operator search-attribute create --namespace ${namespace} ${names}`,
        );
  return [server, attributes];
}

function workerCheck({ worker, paths, external, server }: ServiceStatus): Check {
  const { record, alive, currentCode } = worker;
  if (record === undefined) return ok('worker', 'The worker is stopped; any command that needs it starts it.');
  if (!alive) {
    return error(
      'worker',
      'The worker has ended without being stopped.',
      `ralph up starts it; why: ${paths.workerLog}`,
    );
  }
  const served = external?.address ?? server.info?.address;
  if (record.address !== served) {
    const message = `The worker ${record.process.pid} serves ${record.address}, not ${served}.`;
    return warning('worker', message, 'The next command that needs it replaces it.');
  }
  const message = `Worker ${record.process.pid}, ${record.agentSlots} agent slot(s), since ${record.startedAt}`;
  return currentCode
    ? ok('worker', message)
    : warning('worker', `${message}; it runs older code.`, 'The next command that finds it idle replaces it.');
}

import type { ConnectionLike } from '@temporalio/client';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import { searchAttributes } from '../workflows/search-attributes.js';
import { messageOf } from '../errors.js';
import { ServiceError } from './service-error.js';

const retentionMs = 90 * 24 * 60 * 60 * 1000;
/** `INDEXED_VALUE_TYPE_KEYWORD` in temporal/api/enums/v1/common.proto. */
const keyword = 2;

/** Keeps closed runs for 90 days; `start-dev` itself has no flag for that and keeps them for one. */
export async function setRetention({ workflowService }: ConnectionLike, namespace: string): Promise<void> {
  const { config } = await workflowService.describeNamespace({ namespace });
  if (tsToMs(config?.workflowExecutionRetentionTtl ?? undefined) === retentionMs) return;
  await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: msToTs(retentionMs) } });
}

/** Registers the search attributes that a service lacks; doing it again changes nothing. Throws `ServiceError` (search-attributes). */
export async function registerSearchAttributes(connection: ConnectionLike, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  try {
    const types = Object.fromEntries(missing.map((name) => [name, keyword]));
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: types });
  } catch (error) {
    // Another worker may have registered them in the meantime.
    if ((await missingSearchAttributes(connection, namespace)).length === 0) return;
    throw new ServiceError(
      'search-attributes',
      `The namespace ${namespace} lacks the search attributes ${missing.join(', ')}, and they can't be registered: ${messageOf(error)}.`,
      `Have them registered: temporal operator search-attribute create --namespace ${namespace} ${missing.map((name) => `--name ${name} --type Keyword`).join(' ')}`,
      { cause: error },
    );
  }
}

/** Names of the search attributes that a namespace lacks. */
export async function missingSearchAttributes(
  { operatorService }: ConnectionLike,
  namespace: string,
): Promise<string[]> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  return searchAttributes.map(({ name }) => name).filter((name) => !(name in customAttributes));
}

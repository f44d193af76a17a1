/** The Temporal client's view of a run, for what the command line does not offer. */
import type { WorkflowHandle } from '@temporalio/client';
import { type Service, connectService } from '../../src/service/connection.js';
import { useService } from '../support/service.js';

let open: Promise<Service> | undefined;

/** Connects to the service of this test process, once per test file. */
export function service(): Promise<Service> {
  open ??= connectService({ state: useService().stateDir, say: () => undefined });
  return open;
}

export async function workflowOf(run: string): Promise<WorkflowHandle> {
  return (await service()).client.workflow.getHandle(run);
}

/** Lets go of the connection, also for a server that was taken away. */
export async function disconnect(): Promise<void> {
  const closing = open;
  open = undefined;
  await closing?.then(({ connection }) => connection.close()).catch(() => undefined);
}

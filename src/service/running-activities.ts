import type { Client } from '@temporalio/client';
import { hostQueue } from './task-queues.js';

/** `PENDING_ACTIVITY_STATE_STARTED` in temporal/api/enums/v1/workflow.proto. */
const started = 2;

/** How many activities a worker of this host runs now, as the service sees it. */
export async function runningActivities(client: Client, hostId: string): Promise<number> {
  let count = 0;
  const query = `ExecutionStatus = "Running" AND TaskQueue = "${hostQueue(hostId)}"`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    const { raw } = await client.workflow.getHandle(workflowId, runId).describe();
    count += (raw.pendingActivities ?? []).filter(({ state }) => Number(state) === started).length;
  }
  return count;
}

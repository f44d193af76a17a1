import { Worker, type NativeConnection } from '@temporalio/worker';
import { agentQueue, hostQueue } from '../task-queues.js';
import { agentGraceMs, bookkeepingGraceMs, forceMs } from '../worker-times.js';

export interface WorkersSpec {
  connection: NativeConnection;
  namespace: string;
  hostId: string;
  agentSlots: number;
  /** Path of the bundled workflows. */
  bundle: string;
  activities: object;
}

/** The two workers of a host: workflows with their bookkeeping, and agents, which have few slots of their own. */
export async function createWorkers(spec: WorkersSpec): Promise<Worker[]> {
  const { connection, namespace, hostId, agentSlots, bundle, activities } = spec;
  const common = {
    connection,
    namespace,
    activities,
    // How long a cancel may take to reach an activity, whatever its heartbeat time-out.
    maxHeartbeatThrottleInterval: 2_000,
    shutdownForceTime: forceMs,
  };
  const host = await Worker.create({
    ...common,
    taskQueue: hostQueue(hostId),
    workflowBundle: { codePath: bundle },
    shutdownGraceTime: bookkeepingGraceMs,
    // The SDK's own default follows the heap and can fill the memory of a small machine.
    maxCachedWorkflows: 100,
    // The stall of a run whose worker died; the queue's other worker is the one that was started in its place.
    stickyQueueScheduleToStartTimeout: 3_000,
  });
  const agents = await Worker.create({
    ...common,
    taskQueue: agentQueue(hostId),
    shutdownGraceTime: agentGraceMs,
    maxConcurrentActivityTaskExecutions: agentSlots,
  });
  return [host, agents];
}

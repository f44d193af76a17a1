/** Notices that the service is out of reach while a program runs: then nobody could record what the program does. */
import type { Client } from '@temporalio/client';

export interface ServiceWatch {
  /** Aborted, with a sentence as its reason, when the service has not answered for the heartbeat time-out. */
  gone: AbortSignal;
  stop: () => void;
}

const asksPerTimeout = 3;

/** gRPC codes with which nobody has answered: cancelled, unknown, deadline exceeded, unavailable. Any other is an answer. */
const silence: readonly unknown[] = [1, 2, 4, 14, undefined];

/**
 * Asks the service itself, a third of the heartbeat time-out apart. The SDK ends an activity whose heartbeats are not
 * answered, but seldom it takes a lost heartbeat for a sent one and begins to wait anew.
 *
 * Asks are counted, not time: a worker that was stopped for a while has not asked meanwhile.
 *
 * @param heartbeatMs the heartbeat time-out; after at most 5/3 of it a silent service is noticed, never before it is over
 */
export function watchService({ connection }: Client, heartbeatMs: number): ServiceWatch {
  const gone = new AbortController();
  let unanswered = 0;
  const ask = async () => {
    try {
      await connection.withDeadline(Date.now() + heartbeatMs, () => connection.workflowService.getSystemInfo({}));
    } catch (error) {
      if (silence.includes((error as { code?: unknown }).code)) return;
    }
    unanswered = 0;
  };
  const timer = setInterval(() => {
    if (unanswered > asksPerTimeout) gone.abort('The Temporal service was out of reach.');
    unanswered += 1;
    void ask();
  }, heartbeatMs / asksPerTimeout);
  return { gone: gone.signal, stop: () => clearInterval(timer) };
}

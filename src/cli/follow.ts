/** Follows a run until it ends or waits for a person; keeps service and worker alive meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import type { LoopStatus } from '../workflows/types.js';
import { listenForInterrupt } from './interrupt.js';
import { say } from './output.js';
import type { OpenService } from './open-service.js';
import { describeRun, endOf, handleOf, heartbeatOf, queryStatus, type RunEnd } from './run-handle.js';
import type { View } from './view.js';

const pollMs = 400;
const patienceMs = 60_000;

export type Followed =
  | { kind: 'ended'; end: RunEnd; status: LoopStatus | undefined }
  | { kind: 'waiting'; status: LoopStatus }
  | { kind: 'detached' };

/** @throws what the service says when it can't be reached, or revived, for a minute */
export async function follow(
  open: OpenService,
  run: string,
  view: View,
  { untilEnd = false }: { untilEnd?: boolean } = {},
): Promise<Followed> {
  const interrupt = listenForInterrupt(() => handleOf(open.service, run).cancel());
  let status: LoopStatus | undefined;
  let asked: string | undefined;
  let trouble = 0;
  try {
    for (;;) {
      if (interrupt.detached) return { kind: 'detached' };
      try {
        const description = await describeRun(open.service, run);
        // A query would only find out by waiting in vain for an answer.
        await open.reviveWorker();
        const mark = markOf(description);
        // What a run says of itself changes with its history alone.
        if (status === undefined || mark === undefined || mark !== asked) {
          status = await queryStatus(open.service, run);
          asked = mark;
        }
        view.update(status, description === undefined ? undefined : heartbeatOf(description));
        if (description !== undefined && description.status.name !== 'RUNNING' && isOver(description.status.name)) {
          return { kind: 'ended', end: await endOf(open.service, run), status };
        }
        if (!untilEnd && waitsForPerson(status)) return { kind: 'waiting', status };
        trouble = 0;
      } catch (error) {
        trouble ||= Date.now();
        if (Date.now() - trouble > patienceMs) throw error;
        await open.revive().catch((reason: unknown) => say(String(reason)));
      }
      await sleep(pollMs, undefined, { signal: interrupt.signal }).catch(() => undefined);
    }
  } finally {
    interrupt.stop();
    view.close();
  }
}

/** Where the run's history stands. */
function markOf(description: WorkflowExecutionDescription | undefined): string | undefined {
  return description && `${description.runId} ${description.historyLength}`;
}

function isOver(status: string): boolean {
  return status !== 'CONTINUED_AS_NEW';
}

/** A limit passes by itself. A block counts once it stands in plan and log. */
function waitsForPerson({ waiting, current }: LoopStatus): boolean {
  if (waiting === undefined || waiting.kind === 'limited') return false;
  return current?.phase !== 'recording the block';
}

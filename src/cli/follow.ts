/** Follows a run until it ends or waits for a person; keeps service and worker alive meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { UserError, messageOf } from '../errors.js';
import type { LoopStatus } from '../workflows/types.js';
import { queryStatus } from './ask-run.js';
import { listenForInterrupt } from './interrupt.js';
import { say } from './output.js';
import type { OpenService } from './open-service.js';
import { describeRun, endOf, handleOf, heartbeatOf, type RunEnd } from './run-handle.js';
import type { View } from './view.js';

const pollMs = 400;
const patienceMs = 60_000;
const forgotten = 'run-forgotten';

export type Followed =
  | { kind: 'ended'; end: RunEnd; status: LoopStatus | undefined }
  | { kind: 'waiting'; status: LoopStatus }
  | { kind: 'detached' };

/** @throws why the service can't be reached, or revived, after a minute of trying; UserError when it has forgotten the run */
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
  let said: string | undefined;
  try {
    for (;;) {
      if (interrupt.detached) return { kind: 'detached' };
      try {
        const description = await knownRun(open, run);
        // A query would only find out by waiting in vain for an answer.
        await open.reviveWorker();
        const mark = markOf(description);
        // What a run says of itself changes with its history alone.
        if (status === undefined || mark !== asked) {
          status = await queryStatus(open.service, run);
          asked = mark;
        }
        view.update(status, heartbeatOf(description));
        if (description.status.name !== 'RUNNING' && isOver(description.status.name)) {
          return { kind: 'ended', end: await endOf(open.service, run), status };
        }
        if (!untilEnd && waitsForPerson(status)) return { kind: 'waiting', status };
        trouble = 0;
      } catch (error) {
        if (error instanceof UserError && error.code === forgotten) throw error;
        trouble ||= Date.now();
        const reason = await open.revive().catch((problem: unknown) => problem);
        if (Date.now() - trouble > patienceMs) throw reason ?? error;
        // The same for a minute is told once.
        if (reason !== undefined && messageOf(reason) !== said) say(`${(said = messageOf(reason))} Trying again …`);
      }
      await sleep(pollMs, undefined, { signal: interrupt.signal }).catch(() => undefined);
    }
  } finally {
    interrupt.stop();
    view.close();
  }
}

/** A service that has lost its database answers, and knows nothing. So does a stranger at the port of our own, which has died. */
async function knownRun(open: OpenService, run: string): Promise<WorkflowExecutionDescription> {
  const description = await describeRun(open.service, run);
  if (description !== undefined) return description;
  await open.revive();
  const second = await describeRun(open.service, run);
  if (second !== undefined) return second;
  const plan = run.split('/').at(-1) ?? run;
  throw new UserError(
    forgotten,
    `The service knows the run of ${plan} no more: its database is another one now.`,
    `Start anew; it goes on by what git and the documents say: ralph start ${plan}.`,
  );
}

/** Where the run's history stands. */
function markOf({ runId, historyLength }: WorkflowExecutionDescription): string {
  return `${runId} ${historyLength}`;
}

function isOver(status: string): boolean {
  return status !== 'CONTINUED_AS_NEW';
}

/** A limit passes by itself. A block counts once it stands in plan and log. */
function waitsForPerson({ waiting, current }: LoopStatus): boolean {
  if (waiting === undefined || waiting.kind === 'limited') return false;
  return current?.phase !== 'recording the block';
}

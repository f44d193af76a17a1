/** Keeps the server informed while an activity works, so that a dead worker is noticed within the heartbeat time-out. */
import { Context } from '@temporalio/activity';
import type { Heartbeat } from './types.js';

const beatMs = 1_000;
const current = new WeakMap<Context, Heartbeat>();

/** What runs right now; sent with this and every later beat of the activity. */
export function tell(details: Heartbeat): void {
  const context = Context.current();
  current.set(context, details);
  context.heartbeat(details);
}

export async function beatingWhile<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(current.get(context)), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

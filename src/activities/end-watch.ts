/** Notices from an agent's own events that it is done, or can't go on, and has its program ended a while later. */
import type { AgentEvent } from '../agents/types.js';

export interface EndWatch {
  /** Aborted when the grace period after the agent's last word is over. */
  endNow: AbortSignal;
  see(event: AgentEvent): void;
  stop(): void;
}

/**
 * An agent that has told its end, or was refused by a limit, may linger: for a server that it started, a window that it
 * keeps open, another try an hour later. A tool call says that it went on after all.
 *
 * @param graceMs between that event and the end of the program
 */
export function createEndWatch(graceMs: number): EndWatch {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    endNow: over.signal,
    see: ({ type }) => {
      if (type === 'tool') stop();
      else if (type === 'end' || type === 'limit') timer ??= setTimeout(() => over.abort(), graceMs);
    },
    stop,
  };
}

/** Tests wait for conditions, never for a length of time. */
import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  timeoutMs: number;
  /** Ends the sentence "Waited 5000 ms for …". */
  what: string;
}

/**
 * Asks until the answer is neither `undefined` nor false, and returns it. Fails after the deadline with the last answer or
 * error; an error while asking counts as "not yet".
 */
export async function waitFor<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  { timeoutMs, what }: WaitOptions,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await pause(50);
  } while (Date.now() < deadline);
  throw new Error(`Waited ${timeoutMs} ms for ${what}; last: ${String(last)}`, { cause: last });
}

/** Ctrl-C: the first lets the run go on without us, a second within three seconds cancels it. */
import { say } from './output.js';

const secondChanceMs = 3_000;

export interface Interrupt {
  readonly detached: boolean;
  /** Aborted when the terminal lets go. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param cancel asks the run to end; the caller goes on following until it has */
export function listenForInterrupt(cancel: () => Promise<unknown>): Interrupt {
  const letGo = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let cancelled = false;
  const onInterrupt = () => {
    if (cancelled) return;
    if (timer === undefined) {
      say('\nThe run goes on without this terminal. Again within 3 s to cancel it.');
      timer = setTimeout(() => letGo.abort(), secondChanceMs);
      return;
    }
    clearTimeout(timer);
    cancelled = true;
    say('Cancelling the run …');
    cancel().catch((error: unknown) => say(String(error)));
  };
  process.on('SIGINT', onInterrupt);
  return {
    get detached() {
      return letGo.signal.aborted;
    },
    signal: letGo.signal,
    stop: () => {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt);
    },
  };
}

/** Ctrl-C while nothing durable runs yet: what was begun is ended and undone, then the command leaves. */

/** @param work must end soon when its signal is aborted, by whatever error */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | 'interrupted'> {
  const interrupted = new AbortController();
  const onSignal = () => interrupted.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work(interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) return 'interrupted';
    throw error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

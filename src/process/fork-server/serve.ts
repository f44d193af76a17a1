import { toProblem, type Answer, type Operations, type Request } from './messages.js';

/** Answers the parent's requests until the parent is gone; then this process ends, what it started does not. */
export function serveForks(operations: Operations): void {
  const aborts = new Map<number, AbortController>();
  const parent = process.ppid;
  process.on('disconnect', () => process.exit());
  // A terminal's Ctrl-C, or the stop of a whole group, is the parent's to answer: it still needs this process to do so.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('message', (request: Request) => {
    // Asked before the parent was killed, heard only now (this process was stopped, too): others work there already.
    if (process.ppid !== parent) process.exit();
    if ('abort' in request) aborts.get(request.id)?.abort();
    else void answer(request);
  });

  async function answer({ id, operation, input }: Extract<Request, { operation: string }>): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    try {
      const work = operations[operation];
      if (work === undefined) throw new Error(`A fork server knows no ${operation}.`);
      send({ id, output: await work(input as never, abort.signal) });
    } catch (error) {
      send({ id, problem: toProblem(error) });
    } finally {
      aborts.delete(id);
    }
  }
}

/** A parent that is gone needs no answer. */
function send(answer: Answer): void {
  process.send?.(answer, undefined, undefined, () => undefined);
}

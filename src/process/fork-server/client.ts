/**
 * Starts programs from a small process instead of from this one. The kernel copies the tables of a process's memory
 * for every fork, and marks all of it to be copied at its next write: from a worker of 200 MB that takes some 10 ms
 * and holds up all its other work, from a fork server a fraction of it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fromProblem, type Answer, type Request } from './messages.js';

/** MiB of short-lived objects before they are cleared: 16 by default, and a fork takes 0.25 ms for each 10 MB of memory. */
const smallHeap = ['--max-semi-space-size=1'];

interface Waiting {
  resolve: (output: never) => void;
  reject: (error: unknown) => void;
}

let current: ForkServer | undefined;

/** The one that this process has started, if it has. */
export function forkServer(): ForkServer | undefined {
  return current;
}

/**
 * From now on this process has a fork server.
 *
 * @param program path of the module that calls `serveForks`
 * @param onLost called when it ends although this process lives: what it had started lives on, unwatched
 */
export function startForkServer(program: string, onLost: () => void): void {
  const server = new ForkServer(program, () => {
    current = undefined;
    onLost();
  });
  current = server;
}

export class ForkServer {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(program: string, onLost: () => void) {
    this.child = fork(program, {
      execArgv: [...process.execArgv, ...smallHeap],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.on('message', (answer: Answer) => this.settle(answer));
    this.child.on('error', () => undefined); // a message that could not be sent; `exit` tells the rest
    this.child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The fork server has ended.'));
      this.waiting.clear();
      onLost();
    });
    // It ends with this process, so it needn't keep it.
    this.child.unref();
    this.child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Rejects with what the operation threw there. */
  async call<O>(operation: string, input: unknown, signal?: AbortSignal): Promise<O> {
    const id = (this.lastId += 1);
    const abort = () => this.send({ id, abort: true });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise<O>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.child.channel?.ref();
        this.send({ id, operation, input });
        if (signal?.aborted) abort();
      });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  private send(request: Request): void {
    this.child.send(request, () => undefined);
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) this.child.channel?.unref();
    if ('problem' in answer) waiting?.reject(fromProblem(answer.problem));
    else waiting?.resolve(answer.output as never);
  }
}

/** A program that belongs to the topology: its output goes to a file, and it ends when it is told to. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface ChildSpec {
  command: string[];
  cwd: string;
  logFile: string;
  /** PostgreSQL refuses to run as root. */
  uid?: number | undefined;
  gid?: number | undefined;
}

export class Child {
  private constructor(
    private readonly child: ChildProcess,
    private readonly spec: ChildSpec,
  ) {}

  static start(spec: ChildSpec): Child {
    const [command = '', ...words] = spec.command;
    const log = openSync(spec.logFile, 'a');
    const { cwd, uid, gid } = spec;
    const user = uid === undefined || gid === undefined ? {} : { uid, gid };
    const child = spawn(command, words, { cwd, stdio: ['ignore', log, log], ...user });
    closeSync(log);
    process.once('exit', () => child.kill('SIGKILL'));
    return new Child(child, spec);
  }

  /** Asks until the answer is yes. Throws with the end of the log when the program ends before that, or after a minute. */
  async until(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!(await isReady().catch(() => false))) {
      if (this.hasEnded || Date.now() > deadline) throw new Error(await this.complaint());
      await pause(100);
    }
  }

  /** TERM, or the given signal; resolves when it has ended. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async complaint(): Promise<string> {
    const log = await readFile(this.spec.logFile, 'utf8');
    return `${this.spec.command[0]} ${this.hasEnded ? 'has ended' : 'is not ready'}:\n${log.slice(-2_000)}`;
  }
}

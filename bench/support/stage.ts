/** A state folder of its own for one measured point, with server and worker in it; all gone afterwards. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statePaths } from '../../src/service/paths.js';
import { readServerRecord } from '../../src/service/server-record.js';
import { readWorkerRecord } from '../../src/service/worker-record.js';
import { waitFor } from '../../test/support/wait-for.js';
import type { TestRepository } from '../../test/support/repository.js';
import { makeBenchRepository, type PlanShape } from './plans.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const agentProgram = fileURLToPath(new URL('agent.sh', import.meta.url));

/** What would lead a command to another service, or mark our programs as a run's. The cache is shared. */
const unwanted = /^(NODE_OPTIONS|NODE_ENV|JEST_WORKER_ID|FORCE_COLOR|RALPH_(?!CACHE_DIR$).*|TEMPORAL_.*)$/;

export interface Command {
  child: ChildProcess;
  /** Rejects with what it printed when its exit code is not among the expected ones. */
  done: Promise<void>;
}

const openStages = new Set<Stage>();

/** For a bench that is interrupted: what it started must not live on. */
export async function closeStages(): Promise<void> {
  await Promise.all([...openStages].map((stage) => stage.close()));
}

export class Stage {
  private readonly repositories: TestRepository[] = [];

  private constructor(
    readonly state: string,
    private readonly sources: boolean,
  ) {}

  /** @param sources through tsx from src/, instead of the compiled dist/ */
  static async open({ sources }: { sources: boolean }): Promise<Stage> {
    const stage = new Stage(await mkdtemp(join(tmpdir(), 'ralph-bench-')), sources);
    openStages.add(stage);
    return stage;
  }

  get env(): Record<string, string> {
    const inherited = Object.entries(process.env).filter(([name]) => !unwanted.test(name)) as [string, string][];
    return { ...Object.fromEntries(inherited), RALPH_STATE_DIR: this.state };
  }

  get paths() {
    return statePaths(this.state);
  }

  /** Where our own programs are started. */
  get place(): { cwd: string; env: Record<string, string> } {
    return { cwd: root, env: this.env };
  }

  async repository(shape: PlanShape): Promise<TestRepository> {
    const made = await makeBenchRepository(shape);
    this.repositories.push(made);
    return made;
  }

  /** A new log for agents, and the command line of an agent that writes to it. */
  agent(name: string, more = ':'): { log: string; command: string } {
    const log = join(this.state, `agents-${name}.log`);
    return { log, command: `bash '${agentProgram}' '${log}' '${more}'` };
  }

  /** Node's arguments for one of our programs. */
  program(name: 'client' | 'worker'): string[] {
    return this.sources ? ['--import', 'tsx', join(root, 'src', `${name}.ts`)] : [join(root, 'dist', `${name}.js`)];
  }

  ralph(cwd: string, args: string[], options: { exitCodes?: number[]; env?: Record<string, string> } = {}): Command {
    const env = { ...this.env, ...options.env };
    // The loader is found from the folder of our own modules, not from the repository's.
    const program = this.sources
      ? ['--import', import.meta.resolve('tsx'), ...this.program('client').slice(2)]
      : this.program('client');
    return run(process.execPath, [...program, ...args], { cwd, env }, options.exitCodes ?? [0]);
  }

  start(repository: TestRepository, agent: string, flags: string[] = [], env: Record<string, string> = {}): Command {
    const args = ['start', repository.planFolder, '--agent-command', agent, '--max-iterations', '100000', ...flags];
    return this.ralph(repository.dir, args, { env, exitCodes: [0, 3, 4, 5] });
  }

  async up(): Promise<void> {
    await this.ralph(root, ['up']).done;
  }

  async down(): Promise<void> {
    await this.ralph(root, ['down']).done;
  }

  async workerPid(): Promise<number> {
    const ask = async () => (await readWorkerRecord(this.paths))?.process.pid;
    return waitFor(ask, { timeoutMs: 30_000, what: 'a worker' });
  }

  async serverPid(): Promise<number> {
    const ask = async () => (await readServerRecord(this.paths))?.process?.pid;
    return waitFor(ask, { timeoutMs: 30_000, what: 'a server' });
  }

  async close(): Promise<void> {
    openStages.delete(this);
    await this.down().catch((error: unknown) => console.error(String(error)));
    await Promise.all(this.repositories.map((repository) => repository.remove()));
    await rm(this.state, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs a program to its end, its output kept for the case that it fails. */
export function run(
  program: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
  exitCodes = [0],
): Command {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const done = once(child, 'close').then(([code]) => {
    if (!exitCodes.includes(code as number))
      throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${output}`);
  });
  done.catch(() => undefined);
  return { child, done };
}

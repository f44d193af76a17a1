/** A small plan in a repository of its own, an instant agent, and a worker that a test may arm, stop and kill. */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkerRecord } from '../../src/service/worker-record.js';
import { writeAgent, type AgentScript, type TestAgent } from '../support/agents.js';
import { ralph, startRalph, type CliResult, type RunningCli } from '../support/cli.js';
import { planText, prdText, type IncrementText } from '../support/plan.js';
import { isAlive } from '../support/processes.js';
import { makeRepository, type RepositoryOptions, type TestRepository } from '../support/repository.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';

export interface Bench {
  repository: TestRepository;
  agent: TestAgent;
  stateDir: string;
  start(flags?: string[], env?: Record<string, string>): Promise<CliResult>;
  /** As `start`, for tests that interfere meanwhile. */
  begin(flags?: string[], env?: Record<string, string>): RunningCli;
  ralph(args: string[], env?: Record<string, string>): Promise<CliResult>;
  remove(): Promise<void>;
}

export interface BenchOptions extends RepositoryOptions {
  increments?: IncrementText[];
  script?: AgentScript;
  /** Instead of the script: any command line. */
  agentCommand?: string;
  config?: Record<string, unknown>;
}

/** Short times, so that a dead worker and a stubborn agent are noticed soon. */
const config = { heartbeatTimeout: '5s', grace: '500ms' };

const stories = [
  { id: 'US-001', title: 'Files', criteria: ['The first is there.', 'The second is there.'] },
  { id: 'US-002', title: 'More', criteria: ['The third is there.'] },
];

/** Increment `01` makes `01.txt`, and so on. */
export function increment(id: string, more: Partial<IncrementText> = {}): IncrementText {
  return { id, title: `Make ${id}`, gates: [`\`grep -q ${id} ${id}.txt\``], primaryFiles: [`\`${id}.txt\``], ...more };
}

export const threeIncrements: IncrementText[] = [
  increment('01', { prdRefs: ['US-001 AC 1'] }),
  increment('02', { prdRefs: ['US-001'] }),
  increment('03', { prdRefs: ['US-002'] }),
];

/** An agent that does what each increment asks for. */
export function diligent(increments: IncrementText[]): AgentScript {
  return Object.fromEntries(increments.map(({ id }) => [id, { write: { [`${id}.txt`]: `${id}\n` } }]));
}

export async function makeBench(options: BenchOptions = {}): Promise<Bench> {
  const { increments = threeIncrements, script, agentCommand, config: more, ...rest } = options;
  const { stateDir, env } = useService();
  const repository = await makeRepository({
    plan: planText({ increments }),
    prd: prdText({ stories }),
    ...rest,
    files: { 'ralph.config.json': JSON.stringify({ ...config, ...more }), ...rest.files },
  });
  const agent = await writeAgent(script ?? diligent(increments));
  const command = agentCommand ?? agent.command;
  const cli = (own: Record<string, string> = {}) => ({ cwd: repository.dir, env: { ...env, ...own } });
  const startArguments = (flags: string[]) => ['start', repository.planFolder, '--agent-command', command, ...flags];
  return {
    repository,
    agent,
    stateDir,
    start: (flags = [], own) => ralph(startArguments(flags), cli(own)),
    begin: (flags = [], own) => startRalph(startArguments(flags), cli(own)),
    ralph: (args, own) => ralph(args, cli(own)),
    remove: async () => {
      await repository.remove();
      await agent.remove();
    },
  };
}

/** What the service knows of a run that went wrong, beside its repository: the state folder goes with this process. */
export async function keepEvidence({ repository, stateDir }: Bench): Promise<void> {
  for (const name of ['runs', 'logs', 'processes', 'worker.json', 'service.json', 'crash-points'])
    await cp(join(stateDir, name), join(`${repository.dir}-state`, name), { recursive: true }).catch(() => undefined);
}

/** Id of the worker process; `undefined` when none is recorded or it is dead. */
export async function workerPid(stateDir: string): Promise<number | undefined> {
  const text = await readFile(join(stateDir, 'worker.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { pid } = (JSON.parse(text) as WorkerRecord).process;
  return (await isAlive(pid)) ? pid : undefined;
}

/** Kills the worker, so that the next command starts one with its own environment; earlier crash points count no more. */
export async function killWorker(stateDir: string): Promise<void> {
  const pid = await workerPid(stateDir);
  if (pid !== undefined) {
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => !(await isAlive(pid)), { timeoutMs: 5_000, what: 'the worker to be gone' });
  }
  await rm(join(stateDir, 'crash-points'), { recursive: true, force: true });
}

/** One plan in one real repository, driven by the real command line against the service of this test process. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFolder } from '../../src/workspace/run-folder.js';
import { runId } from '../../src/workspace/run-id.js';
import type { LoopStatus } from '../../src/workflows/types.js';
import { type AgentScript, type TestAgent, writeAgent } from '../support/agents.js';
import { type CliResult, type RunningCli, ralph, startRalph, waitFor } from '../support/cli.js';
import { type RepositoryOptions, type TestRepository, makeRepository } from '../support/repository.js';
import { useService } from '../support/service.js';
import { workflowOf } from './workflow.js';

export interface SceneOptions extends RepositoryOptions {
  /** Without it the scene has no agent of its own: tests name one by a flag. */
  script?: AgentScript;
  /** What `ralph.config.json` says besides a short grace period. */
  config?: Record<string, unknown>;
  /** Added to the environment of every command. */
  env?: Record<string, string>;
}

const longestMs = 120_000;

export class Scene {
  private constructor(
    readonly repository: TestRepository,
    readonly agent: TestAgent,
    private readonly env: Record<string, string>,
  ) {}

  static async open({ script = {}, config = {}, env = {}, ...options }: SceneOptions): Promise<Scene> {
    const settings = JSON.stringify({ grace: '1s', ...config });
    const files = { 'ralph.config.json': `${settings}\n`, ...options.files };
    const [repository, agent] = await Promise.all([makeRepository({ ...options, files }), writeAgent(script)]);
    return new Scene(repository, agent, { ...useService().env, ...env });
  }

  /** Workflow id. */
  get run(): string {
    return runId(join(this.repository.dir, '.git'), this.repository.planFolder);
  }

  /** The run's folder in the state folder. */
  get runFolder(): string {
    return runFolder(useService().stateDir, this.run).path;
  }

  get workspace(): string {
    return `docs/exec-plans/active/${this.repository.planFolder}`;
  }

  /** Where the plan stands while a run is open, and when it is archived. */
  get planInWorkspace(): string {
    return `${this.workspace}/${this.planName}`;
  }

  get completedPlan(): string {
    return `docs/exec-plans/completed/${this.planName}`;
  }

  private get planName(): string {
    return this.repository.planFile.split('/').at(-1) ?? '';
  }

  ralph(...args: string[]): Promise<CliResult> {
    return ralph(args, this.options());
  }

  start(...flags: string[]): Promise<CliResult> {
    return ralph(this.startArguments(flags), this.options());
  }

  /** A `start` that the test signals, or looks at while it works. */
  startAside(...flags: string[]): RunningCli {
    return this.aside(...this.startArguments(flags));
  }

  /** Any command that the test signals, or looks at while it works. */
  aside(...args: string[]): RunningCli {
    return startRalph(args, this.options());
  }

  resume(...flags: string[]): Promise<CliResult> {
    return this.ralph('resume', this.repository.planFolder, ...flags);
  }

  /** What the run itself says. */
  status(): Promise<LoopStatus> {
    return workflowOf(this.run).then((handle) => handle.query<LoopStatus>('status'));
  }

  /** Polls the run until it says so. */
  until(what: string, holds: (status: LoopStatus) => boolean): Promise<LoopStatus> {
    const ask = async () => {
      const status = await this.status();
      return holds(status) && status;
    };
    return waitFor(ask, { timeoutMs: longestMs, what: `a run that ${what}` });
  }

  /** Until the agent was called so many times. */
  untilCalls(count: number) {
    const ask = async () => {
      const calls = await this.agent.calls();
      return calls.length >= count && calls;
    };
    return waitFor(ask, { timeoutMs: longestMs, what: `call ${count} of the agent` });
  }

  has(path: string): boolean {
    return existsSync(join(this.repository.dir, path));
  }

  /** The canonical progress log. */
  progress(): Promise<string> {
    return readFile(join(this.runFolder, 'progress.txt'), 'utf8');
  }

  /** Ends what may still run, and removes repository and agent. */
  async close(): Promise<void> {
    await workflowOf(this.run)
      .then((handle) => handle.terminate('The test is over.'))
      .catch(() => undefined);
    await Promise.all([this.repository.remove(), this.agent.remove()]);
  }

  private options() {
    return { cwd: this.repository.dir, env: this.env };
  }

  private startArguments(flags: string[]): string[] {
    const named = flags.some((flag) => flag.startsWith('--agent'));
    return ['start', this.repository.planFolder, ...(named ? [] : ['--agent-command', this.agent.command]), ...flags];
  }
}

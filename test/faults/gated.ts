/** A plan of one increment that can be held in each phase, so that a test interferes at a moment of its choice. */
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import type { LoopStatus } from '../../src/workflows/types.js';
import type { RunningCli } from '../support/cli.js';
import { waitFor } from '../support/wait-for.js';
import { workflowOf } from '../loop/workflow.js';
import { increment, makeBench, type Bench, type BenchOptions } from './bench.js';
import { runOf } from './promises.js';

export const phases = ['agent', 'gate', 'commit'] as const;
export type Phase = (typeof phases)[number];

/** Called at the start of each phase; says that it is there and waits as long as it is told to. */
const door = 'touch ".git/at-$1"; while [ -e ".git/hold-$1" ]; do sleep 0.05; done\n';

export interface Gated extends Bench {
  /** Starts the run and waits until it is held in the phase. */
  holdIn(phase: Phase, env?: Record<string, string>): Promise<RunningCli>;
  release(phase: Phase): Promise<void>;
  handle(): Promise<WorkflowHandle>;
  /** Waits until the run's status is as asked for. */
  until(what: string, ask: (status: LoopStatus) => boolean): Promise<LoopStatus>;
}

export async function makeGated(options: BenchOptions = {}): Promise<Gated> {
  const bench = await makeBench({
    increments: [increment('01', { gates: ['`sh .git/door gate`', '`grep -q 01 01.txt`'] })],
    script: { '01': { write: { '01.txt': '01\n' }, shell: 'sh .git/door agent' } },
    ...options,
  });
  const { repository } = bench;
  await repository.write('.git/door', door);
  await repository.write('.git/hooks/pre-commit', '#!/bin/sh\ntest ! -e 01.txt || sh .git/door commit\n');
  await chmod(join(repository.dir, '.git/hooks/pre-commit'), 0o755);
  const file = (name: string) => join(repository.dir, '.git', name);
  const handle = () => workflowOf(runOf(bench));
  return {
    ...bench,
    handle,
    holdIn: async (phase, env) => {
      await repository.write(`.git/hold-${phase}`, '');
      const cli = bench.begin([], env);
      await waitFor(() => repository.read(`.git/at-${phase}`).then(() => true), {
        timeoutMs: 60_000,
        what: `the ${phase}`,
      });
      return cli;
    },
    release: (phase) => rm(file(`hold-${phase}`), { force: true }),
    until: (what, ask) =>
      waitFor(
        async () => {
          const status = await (await handle()).query<LoopStatus>('status');
          return ask(status) ? status : undefined;
        },
        { timeoutMs: 60_000, what },
      ),
  };
}

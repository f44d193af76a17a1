/** (g) From `cancel` until no program of the run lives, whether its agent obeys TERM or not. */
import { join } from 'node:path';
import { runId } from '../../src/workspace/run-id.js';
import { processesOfRun } from '../../test/support/processes.js';
import { waitFor } from '../../test/support/wait-for.js';
import { readAgentLog } from '../support/agent-log.js';
import { onStage, repeat, type Point } from '../support/point.js';
import type { Stage } from '../support/stage.js';
import { median } from '../support/statistics.js';

const graceMs = 1_000;

const agents = {
  obedient: 'sleep 600',
  deaf: 'trap "" TERM; sleep 600 & sleep 600; sleep 600',
};

async function untilQuiet(stage: Stage, name: string, more: string): Promise<number> {
  const repository = await stage.repository({ increments: 1, config: { grace: graceMs } });
  const agent = stage.agent(name, more);
  const { done } = stage.start(repository, agent.command);
  const working = async () => (await readAgentLog(agent.log)).length > 0;
  await waitFor(working, { timeoutMs: 60_000, what: 'an agent' });
  const run = runId(join(repository.dir, '.git'), repository.planFolder);
  const begin = performance.now();
  const cancel = stage.ralph(repository.dir, ['cancel', repository.planFolder]);
  await waitFor(async () => (await processesOfRun(run)).length === 0, { timeoutMs: 60_000, what: 'nothing to live' });
  const took = performance.now() - begin;
  await Promise.all([cancel.done, done]);
  return took;
}

export const cancel: Point = {
  key: 'g',
  title: `from \`cancel\` to no process, grace ${graceMs} ms`,
  measure: onStage(async (stage, { quick }) => {
    const times = quick ? 1 : 5;
    const of = (kind: keyof typeof agents) =>
      repeat(times, (index) => untilQuiet(stage, `${kind}-${index}`, agents[kind]));
    const target = graceMs + 5_000;
    return [
      { name: 'an agent that ends on TERM, p50', value: median(await of('obedient')), unit: 'ms', target },
      { name: 'an agent that ignores TERM, p50', value: median(await of('deaf')), unit: 'ms', target },
    ];
  }),
};

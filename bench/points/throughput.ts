/** (j) Iterations per second of one worker that serves 1, 10 and 50 runs at once. */
import { availableParallelism } from 'node:os';
import { chooseAgent } from '../../src/cli/choose-agent.js';
import { launch } from '../../src/cli/launch.js';
import { loopInput } from '../../src/cli/loop-input.js';
import { findPlan } from '../../src/cli/place.js';
import { loadConfig } from '../../src/config.js';
import { openCheckout } from '../../src/git/checkout.js';
import { connectService, type Service } from '../../src/service/connection.js';
import { hostId } from '../../src/service/host-id.js';
import { isAlive } from '../../test/support/processes.js';
import type { TestRepository } from '../../test/support/repository.js';
import { waitFor } from '../../test/support/wait-for.js';
import { readAgentLog } from '../support/agent-log.js';
import { onStage, repeat, type Point } from '../support/point.js';
import { run, type Stage } from '../support/stage.js';

const agentSlots = 4 * availableParallelism();

/** Agents that end at once are no load; with the usual slots they would wait for each other. */
async function moreSlots(stage: Stage): Promise<void> {
  const old = await stage.workerPid();
  process.kill(old, 'SIGTERM');
  await waitFor(async () => !(await isAlive(old)), { timeoutMs: 60_000, what: 'the worker to end' });
  run(
    process.execPath,
    [...stage.program('worker'), '--state', stage.state, '--agent-slots', String(agentSlots)],
    stage.place,
  );
  await stage.workerPid();
}

/** What `start --detach` does after its checks: fifty command lines would be fifty times Node's own start. */
async function launchRun(stage: Stage, service: Service, repository: TestRepository, agentCommand: string) {
  const env = stage.env;
  const checkout = await openCheckout(repository.dir, env);
  const flags = { agentCommand, maxIterations: 1_000 };
  const place = { checkout, config: await loadConfig(checkout.top, flags, env), state: stage.state, env };
  const found = await findPlan(place, repository.planFolder);
  const input = loopInput(place, found, { hostId: await hostId(stage.state), once: false });
  await launch(service, place, found, { agent: await chooseAgent(place, found.run), input, errors: [] });
  return service.client.workflow.getHandle(found.run);
}

async function perSecond(stage: Stage, service: Service, runs: number, increments: number): Promise<number> {
  const agent = stage.agent(`runs-${runs}`);
  const repositories = await repeat(runs, () => stage.repository({ increments }));
  const handles = await Promise.all(
    repositories.map((repository) => launchRun(stage, service, repository, agent.command)),
  );
  await Promise.all(handles.map((handle) => handle.result()));
  const lives = await readAgentLog(agent.log);
  const begin = Math.min(...lives.map((life) => life.begin));
  const end = Math.max(...lives.map((life) => life.end ?? 0));
  return lives.length / ((end - begin) / 1_000);
}

export const throughput: Point = {
  key: 'j',
  title: `runs at once on one worker, ${agentSlots} agents at most`,
  measure: onStage(async (stage, { quick }) => {
    await moreSlots(stage);
    const service = await connectService({ state: stage.state, say: () => undefined });
    try {
      const sizes = quick ? [1, 2] : [1, 10, 50];
      return await repeat(sizes.length, async (index) => {
        const runs = sizes[index]!;
        // Alike in length, so that start and end of the runs weigh the same.
        const value = await perSecond(stage, service, runs, quick ? 2 : runs === 1 ? 40 : 10);
        const target = runs === 50 ? { target: 10, atLeast: true } : {};
        return { name: `${runs} run${runs === 1 ? '' : 's'}`, value, unit: 'iterations/s' as const, ...target };
      });
    } finally {
      await service.connection.close();
    }
  }),
};

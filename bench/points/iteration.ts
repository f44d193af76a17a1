/** (a) What an iteration costs beside its agent, and what the same steps cost in the least of bash loops. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { gapsBetween, readAgentLog } from '../support/agent-log.js';
import { onStage, type Point, type Row } from '../support/point.js';
import { run, type Stage } from '../support/stage.js';
import { median, percentile } from '../support/statistics.js';

const bashLoop = fileURLToPath(new URL('../support/bash-loop.sh', import.meta.url));

/** One after the other, so that both meet the same machine. */
async function alternate(stage: Stage, rounds: number, increments: number) {
  const loop: number[] = [];
  const bash: number[] = [];
  await loopGaps(stage, 'warm-up', 2);
  for (let round = 0; round < rounds; round += 1) {
    loop.push(...(await loopGaps(stage, `loop-${round}`, increments)));
    bash.push(...(await bashGaps(stage, `bash-${round}`, increments)));
  }
  return { loop, bash };
}

/** Gaps of one whole run, ms. */
export async function loopGaps(stage: Stage, name: string, increments: number): Promise<number[]> {
  const repository = await stage.repository({ increments });
  const agent = stage.agent(name);
  await stage.start(repository, agent.command).done;
  return gapsBetween(await readAgentLog(agent.log));
}

async function bashGaps(stage: Stage, name: string, increments: number): Promise<number[]> {
  const repository = await stage.repository({ increments });
  const agent = stage.agent(name);
  const args = [bashLoop, join(repository.dir, repository.planFile), agent.command];
  await run('bash', args, { cwd: repository.dir, env: stage.env }).done;
  return gapsBetween(await readAgentLog(agent.log));
}

export const iteration: Point = {
  key: 'a',
  title: "an iteration, less the agent's own time",
  measure: onStage(async (stage, { quick }): Promise<Row[]> => {
    const { loop, bash } = await alternate(stage, quick ? 1 : 6, quick ? 2 : 20);
    return [
      { name: 'loop, p50', value: median(loop), unit: 'ms' },
      { name: 'loop, p95', value: percentile(loop, 95), unit: 'ms' },
      { name: 'bash loop, p50', value: median(bash), unit: 'ms' },
      { name: 'bash loop, p95', value: percentile(bash, 95), unit: 'ms' },
      { name: 'loop over bash, p50', value: median(loop) - median(bash), unit: 'ms', target: 100 },
    ];
  }),
};

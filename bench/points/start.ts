/** (c) From `start` to the first agent: with everything running, and with nothing. */
import { readAgentLog } from '../support/agent-log.js';
import { onStage, repeat, type Point } from '../support/point.js';
import type { Stage } from '../support/stage.js';
import { median } from '../support/statistics.js';

async function untilAgent(stage: Stage, name: string): Promise<number> {
  const repository = await stage.repository({ increments: 1 });
  const agent = stage.agent(name);
  const begin = Date.now();
  await stage.start(repository, agent.command).done;
  const [first] = await readAgentLog(agent.log);
  if (first === undefined) throw new Error('No agent was started.');
  return first.begin - begin;
}

export const start: Point = {
  key: 'c',
  title: 'from `start` to the first agent',
  measure: onStage(async (stage, { quick }) => {
    await untilAgent(stage, 'warm-up');
    const warm = await repeat(quick ? 1 : 7, (index) => untilAgent(stage, `warm-${index}`));
    const cold = await repeat(quick ? 1 : 3, async (index) => {
      await stage.down();
      return untilAgent(stage, `cold-${index}`);
    });
    return [
      { name: 'service running, p50', value: median(warm), unit: 'ms', target: 1_500 },
      { name: 'nothing running, p50', value: median(cold), unit: 'ms' },
    ];
  }),
};

/** (b) Whether an iteration of a long plan costs more than one of a short plan. */
import { gapsBetween, readAgentLog } from '../support/agent-log.js';
import { onStage, type Point } from '../support/point.js';
import type { Stage } from '../support/stage.js';
import { median } from '../support/statistics.js';
import { loopGaps } from './iteration.js';

const sizes = [10, 100, 1_000];
/** Each size is measured in so many slices, by turns: a machine changes more within minutes than the sizes differ. */
const slices = 10;

export const planSize: Point = {
  key: 'b',
  title: 'an iteration, by the size of the plan',
  measure: onStage(async (stage, { quick }) => {
    await loopGaps(stage, 'warm-up', 2);
    const measured = await Promise.all(
      (quick ? [2, 4] : sizes).map(async (increments) => ({
        increments,
        gaps: [] as number[],
        slice: await slicer(stage, increments, quick ? 2 : slices),
      })),
    );
    for (let round = 0; round < (quick ? 2 : slices); round += 1)
      for (const { gaps, slice } of measured) gaps.push(...(await slice(round)));
    const rows = measured.map(({ increments, gaps }) => ({
      name: `${increments} increments, p50`,
      value: median(gaps),
      unit: 'ms' as const,
    }));
    const grows = rows.at(-1)!.value / rows[0]!.value;
    return [...rows, { name: 'largest over smallest', value: grows, unit: '×', target: 1.1 }];
  }),
};

/** @returns what goes through one slice of a plan, or through a small plan as a whole, and tells its gaps, ms */
async function slicer(stage: Stage, increments: number, count: number): Promise<(round: number) => Promise<number[]>> {
  const each = increments / count;
  if (each < 2) return (round) => loopGaps(stage, `${increments}-${round}`, increments);
  const repository = await stage.repository({ increments });
  const agent = stage.agent(`${increments}`);
  return async (round) => {
    const cap = ['--max-iterations', String(each * (round + 1))];
    if (round === 0) await stage.start(repository, agent.command, cap).done;
    else await stage.ralph(repository.dir, ['resume', repository.planFolder, ...cap], { exitCodes: [0, 4] }).done;
    return gapsBetween((await readAgentLog(agent.log)).slice(each * round));
  };
}

/** (b) Whether an iteration of a long plan costs more than one of a short plan. */
import { onStage, repeat, type Point } from '../support/point.js';
import { median } from '../support/statistics.js';
import { loopGaps } from './iteration.js';

const sizes = [
  { increments: 10, runs: 6 },
  { increments: 100, runs: 1 },
  { increments: 1_000, runs: 1 },
];

export const planSize: Point = {
  key: 'b',
  title: 'an iteration, by the size of the plan',
  measure: onStage(async (stage, { quick }) => {
    await loopGaps(stage, 'warm-up', 2);
    const rows = await repeat(sizes.length, async (index) => {
      const { increments, runs } = sizes[index]!;
      const size = quick ? index + 2 : increments;
      const gaps = await repeat(quick ? 1 : runs, (round) => loopGaps(stage, `${size}-${round}`, size));
      return { name: `${size} increments, p50`, value: median(gaps.flat()), unit: 'ms' as const };
    });
    const grows = rows.at(-1)!.value / rows[0]!.value;
    return [...rows, { name: 'largest over smallest', value: grows, unit: '×', target: 1.1 }];
  }),
};

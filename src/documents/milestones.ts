import { IncrementIndex } from './milestone-range.js';
import type { IncrementRange } from './milestone-range.js';
import type { MilestoneRow } from './milestone-table.js';
import type { PlanOutline } from './plan-outline.js';
import { once } from './remember.js';

export interface MilestoneReading extends IncrementRange {
  row: MilestoneRow;
}

/** The rows of a plan's milestone tables, with the increments that they name. */
export const readMilestones = once(({ increments, tables }: PlanOutline): MilestoneReading[] => {
  const index = new IncrementIndex(increments.map(({ id }) => id));
  return tables.flatMap(({ rows }) => rows).map((row) => ({ row, ...index.read(row.increments.text) }));
});

import type { Criterion, Increment, Milestone, OverallStatus, StoryStatus } from './types.js';

/** All done: `done`; some: `in-progress`; none: `pending`. */
function progress(done: number, all: number): OverallStatus {
  if (all > 0 && done === all) return 'done';
  return done > 0 ? 'in-progress' : 'pending';
}

/** The overall status that the increments' marks add up to; an increment without a clear status isn't done. */
export function deriveOverall(increments: readonly Increment[]): OverallStatus {
  return progress(increments.filter((increment) => increment.status === 'done').length, increments.length);
}

/** A milestone's status, from its increments; one that names none of the plan's follows the whole plan. */
export function deriveMilestone(milestone: Milestone, increments: readonly Increment[]): OverallStatus {
  const named = new Set(milestone.increments);
  return deriveOverall(named.size === 0 ? increments : increments.filter((increment) => named.has(increment.id)));
}

/** A story's status, from its boxes. */
export function deriveStory(criteria: readonly Criterion[]): StoryStatus {
  return progress(criteria.filter((criterion) => criterion.checked).length, criteria.length);
}

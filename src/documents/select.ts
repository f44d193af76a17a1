import type { Increment, Plan } from './types.js';

/** The first increment that is not done, in the order of the file; without a clear status it isn't done. */
export function nextIncrement(plan: Plan): Increment | undefined {
  return plan.increments.find((increment) => increment.status !== 'done');
}

/** Whether a plan is complete: at least one increment, all done, all milestones done, overall done. */
export function completeness(plan: Plan): { complete: boolean; reason: string } {
  const open = (reason: string) => ({ complete: false, reason });
  if (plan.increments.length === 0) return open('It has no increment.');
  const next = nextIncrement(plan);
  if (next) return open(`Increment ${next.id} is ${next.status ?? 'without a clear status'}.`);
  const milestone = plan.milestones.find(({ status }) => status !== 'done');
  if (milestone) return open(`Milestone "${milestone.name}" is ${milestone.status ?? 'without a clear status'}.`);
  if (plan.overallStatus !== 'done')
    return open(`The overall status is ${plan.overallStatus ?? 'missing or unclear'}.`);
  return { complete: true, reason: 'All increments and milestones are done.' };
}

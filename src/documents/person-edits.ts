import { diffPlans } from './plan-diff.js';

/**
 * What a person edited in a plan between two iterations, in sentences for the log. Marks are left out: they are the
 * runner's own.
 */
export function listPlanEdits(before: string, after: string): string[] {
  return diffPlans(before, after)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ message }) => message);
}

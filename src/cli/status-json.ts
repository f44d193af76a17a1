import type { LoopStatus } from '../workflows/types.js';

/** What `--json` shows of a run: the plan's folder as its name, the marks beside it. */
export function statusJson(
  run: string,
  { plan, planFolder, ...rest }: Omit<LoopStatus, 'state'> & { state: string },
): object {
  const { title, status, increments, milestones } = plan ?? {};
  return { run, plan: planFolder, title, overall: status, increments, milestones, ...rest };
}

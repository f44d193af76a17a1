import type { PlanSnapshot } from '../../src/activities/types.js';
import type { IncrementStatus } from '../../src/documents/types.js';
import type { RalphLoopInput } from '../../src/workflows/types.js';

/** An input of which a test states only what it is about. */
export function loopInput(some: Partial<RalphLoopInput> = {}): RalphLoopInput {
  return {
    checkout: '/repository',
    repository: 'repository-00000000',
    planFolder: '0001_sample',
    agentQueue: 'agents',
    settings: {} as never,
    maxIterations: 50,
    archive: true,
    once: false,
    resumeCommand: 'ralph resume 0001_sample',
    ...some,
  } as RalphLoopInput;
}

/** A plan with these marks. */
export function snapshot(marks: Record<string, IncrementStatus>): PlanSnapshot {
  const increments = Object.entries(marks).map(([id, status]) => ({ id, title: `Title ${id}`, status }));
  const milestones = [{ name: 'M1', status: 'pending' as const, increments: Object.keys(marks) }];
  return { title: 'Sample', status: 'in-progress', increments, milestones };
}

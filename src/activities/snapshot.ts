import { parsePlan } from '../documents/parse-plan.js';
import type { Finding, Plan } from '../documents/types.js';
import { readDocument } from '../workspace/document-file.js';
import type { Documents } from './context.js';
import type { PlanSnapshot } from './types.js';

/** The plan's marks, small enough for history and for the Web UI. */
export function snapshot(plan: Plan): PlanSnapshot {
  return {
    title: plan.title,
    status: plan.overallStatus ?? 'pending',
    increments: plan.increments.map(({ id, title, status }) => ({ id, title, status: status ?? 'pending' })),
    milestones: plan.milestones.map(({ name, status, increments }) => ({
      name,
      increments,
      status: status ?? 'pending',
    })),
  };
}

export interface ReadPlan {
  text: string;
  plan: Plan;
  errors: Finding[];
}

/** The plan as it stands in the workspace. */
export async function readPlan(documents: Documents): Promise<ReadPlan> {
  const text = await readDocument(documents.plan);
  const { value, findings } = parsePlan(text, documents.located.plan);
  return { text, plan: value, errors: findings.filter((finding) => finding.level === 'error') };
}

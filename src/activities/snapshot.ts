import { createHash } from 'node:crypto';
import { parsePlan } from '../documents/parse-plan.js';
import { once } from '../documents/remember.js';
import type { Finding, Plan } from '../documents/types.js';
import { readDocument } from '../workspace/document-file.js';
import type { Documents } from './context.js';
import type { PlanNews, PlanSnapshot } from './types.js';

/** The plan's marks, small enough for history and for the Web UI. */
export const snapshot = once((plan: Plan): PlanSnapshot & { digest: string } => {
  const content = contentOf(plan);
  return { ...content, digest: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16) };
});

/**
 * The plan for somebody who may know how it was before.
 *
 * @param known digest of the snapshot that the asker has
 * @returns what has changed, where that is enough
 */
export function newsOf(before: Plan, after: Plan, known: string | undefined): PlanNews {
  const [old, now] = [snapshot(before), snapshot(after)];
  if (old.digest !== known) return now;
  const changed = <S extends string>(from: { status: S }[], to: { status: S }[]) =>
    to.flatMap(({ status }, at) => (from[at]?.status === status ? [] : [{ at, status }]));
  return {
    status: now.status,
    increments: changed(old.increments, now.increments),
    milestones: changed(old.milestones, now.milestones),
    digest: now.digest,
  };
}

function contentOf(plan: Plan): PlanSnapshot {
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

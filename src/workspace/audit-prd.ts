import type { Finding, Increment, Plan, Prd } from '../documents/types.js';
import type { AuditOptions } from './audit-types.js';
import { lineOf } from './audit-lines.js';

/** What a PRD lacks for its plan. What is wrong inside the PRD is its parser's finding. */
export function checkPrd(plan: Plan, prd: Prd | undefined, { needsPrd }: AuditOptions): Finding[] {
  if (prd === undefined) return needsPrd ? [missing(plan)] : [];
  const open = plan.increments.filter((increment) => increment.status !== 'done');
  return [...open.flatMap((increment) => checkReferences(plan, increment, prd)), ...withoutStatus(prd)];
}

function missing(plan: Plan): Finding {
  return {
    level: 'error',
    code: 'prd-missing',
    message: plan.prdPath === undefined ? 'The plan has no PRD.' : `The plan's PRD ${plan.prdPath} is not there.`,
    file: plan.file,
    hint: 'Write one beside the other product specs, with the number of the plan, or run without: --no-prd.',
  };
}

function withoutStatus(prd: Prd): Finding[] {
  return prd.stories
    .filter((story) => story.status === undefined)
    .map(({ id, line }) => ({
      level: 'info',
      code: 'story-without-status',
      message: `Story ${id} has no status that can be read; its boxes say how far it is.`,
      file: prd.file,
      line,
      hint: 'Write `**Status:** pending` below its heading if it should be kept there.',
    }));
}

function checkReferences(plan: Plan, increment: Increment, prd: Prd): Finding[] {
  return increment.prdRefs.flatMap(({ story, criteria }): Finding[] => {
    const found = prd.stories.find(({ id }) => id.toLowerCase() === story.toLowerCase());
    const absent = found && criteria.filter((position) => position > found.criteria.length);
    if (found && absent?.length === 0) return [];
    const what = found ? `criterion ${absent?.join(', ')} of story ${story}` : `story ${story}`;
    return [
      {
        level: 'warning',
        code: 'prd-reference-unknown',
        message: `Increment ${increment.id} refers to ${what}, which is not in ${prd.file}: nothing is ticked for it.`,
        file: plan.file,
        line: lineOf(increment, 'PRD ref'),
        hint: 'Correct the reference.',
      },
    ];
  });
}

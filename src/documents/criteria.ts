import type { Criterion, CriterionRef, Plan, Prd, PrdReference, Story } from './types.js';

/** An unticked criterion, with its identity. */
export interface OpenCriterion extends Criterion {
  ref: CriterionRef;
}

/** Reads `US-003.1` or `PRD-0007.US-01.2`; `undefined` for anything else. */
export function parseCriterionRef(text: string): CriterionRef | undefined {
  const match = /^\s*((?:PRD-[A-Za-z0-9]+\.)?US-[A-Za-z]*\d[A-Za-z0-9]*)(?:\.|\s+AC\s*)(\d{1,6})\s*$/i.exec(text);
  const position = Number(match?.[2]);
  return match?.[1] && position > 0 ? { story: match[1], position } : undefined;
}

/** Writes a criterion's identity: `US-003.1`. */
export function formatCriterionRef({ story, position }: CriterionRef): string {
  return `${story}.${position}`;
}

/** Story ids compared without case, leading zeros and, where one of them has none, the PRD's number. */
function sameStory(a: string, b: string): boolean {
  const [left, right] = [a, b].map((id) => {
    const match = /^(?:PRD-([A-Z0-9]+)\.)?US-([A-Z]*)0*(.*)$/.exec(id.toUpperCase());
    return { prd: match?.[1]?.replace(/^0+/, ''), story: match ? `${match[2]}${match[3]}` : id };
  });
  if (left?.story !== right?.story) return false;
  return left?.prd === undefined || right?.prd === undefined || left.prd === right.prd;
}

/** The story with that id; as written first, then leniently (`US-1` finds `US-001`, `US-01` finds `PRD-0007.US-01`). */
export function findStory(prd: Prd, id: string): Story | undefined {
  return prd.stories.find((story) => story.id === id) ?? prd.stories.find((story) => sameStory(story.id, id));
}

function positions(story: Story, reference: PrdReference): number[] {
  const all = story.criteria.map((_, index) => index + 1);
  return reference.criteria.length === 0 ? all : reference.criteria.filter((position) => all.includes(position));
}

/** Whether a later increment of the plan refers to the same story. */
function refersLater(plan: Plan, index: number, prd: Prd, story: Story): boolean {
  const later = plan.increments.slice(index + 1).flatMap((increment) => increment.prdRefs);
  return later.some((reference) => findStory(prd, reference.story) === story);
}

/**
 * The boxes to tick when the gate of an increment passes: (1) criteria that the plan names for it, (2) all of a story that
 * it names whole, when no later increment refers to that story, (3) those that the agent ticked or named. References that
 * the PRD doesn't have are left out (the audit tells of the plan's). In the order of the PRD, each once.
 */
export function criteriaToTick(
  plan: Plan,
  prd: Prd,
  incrementId: string,
  agentTicks: readonly CriterionRef[],
): CriterionRef[] {
  const index = plan.increments.findIndex((increment) => increment.id === incrementId);
  const references = (plan.increments[index]?.prdRefs ?? []).filter((reference) => {
    const story = findStory(prd, reference.story);
    return story && (reference.criteria.length > 0 || !refersLater(plan, index, prd, story));
  });
  const named = agentTicks.map(({ story, position }) => ({ story, criteria: [position] }));
  const chosen = [...references, ...named].flatMap((reference) => {
    const story = findStory(prd, reference.story);
    return story ? positions(story, reference).map((position) => `${prd.stories.indexOf(story)}.${position}`) : [];
  });
  const wanted = new Set(chosen);
  return prd.stories.flatMap((story, storyIndex) =>
    story.criteria
      .map((_, position) => ({ story: story.id, position: position + 1 }))
      .filter(({ position }) => wanted.has(`${storyIndex}.${position}`)),
  );
}

/** The boxes that are not ticked, of one story or of all. */
export function openCriteria(prd: Prd, story?: string): OpenCriterion[] {
  const only = story === undefined ? undefined : findStory(prd, story);
  const stories = story === undefined ? prd.stories : only ? [only] : [];
  return stories.flatMap(({ id, criteria }) =>
    criteria
      .map((criterion, index) => ({ ...criterion, ref: { story: id, position: index + 1 } }))
      .filter(({ checked }) => !checked),
  );
}

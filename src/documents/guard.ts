import { bounded, diffPlans, quote } from './plan-diff.js';
import { matchBoxes, matchStory } from './criterion-match.js';
import { formatCriterionRef } from './criteria.js';
import { applyEdits, remarkEdit, tickEdit } from './edit.js';
import type { Edit } from './edit.js';
import { markPrd } from './mark-prd.js';
import { otherText } from './prd-outline.js';
import type { PrdOutline, StoryOutline } from './prd-outline.js';
import { outlinePrd } from './prd-parts.js';
import type { CriterionRef, GuardChange } from './types.js';

/** An agent owns nothing in the plan: the text is `before` again, and what the agent did to it is listed. */
export function guardPlan(before: string, after: string | undefined): { text: string; changes: GuardChange[] } {
  if (after === undefined) return { text: before, changes: [{ kind: 'missing', message: 'The plan was deleted.' }] };
  return { text: before, changes: diffPlans(before, after) };
}

/** What the agent did in one story: its ticks with their remarks, and what it had no business to do. */
class StoryReview {
  readonly ticked: CriterionRef[] = [];
  readonly ticks: Edit[] = [];
  readonly remarks: Edit[] = [];
  readonly changes: GuardChange[] = [];

  constructor(
    private readonly outline: PrdOutline,
    private readonly story: StoryOutline,
    other: StoryOutline | undefined,
  ) {
    const matches = matchBoxes(story, other);
    matches.forEach((match, index) => {
      const ref = { story: story.id, position: index + 1 };
      if (match) this.compare(index, ref, match.box.checked, match.remark);
      else if (other) this.add('text', ref, `re-worded or removed; it says ${quote(story.boxes[index]?.text ?? '')}`);
    });
    const added = (other?.boxes.length ?? 0) - matches.filter((match) => match).length;
    if (!other) this.changes.push({ kind: 'structure', message: `Story ${story.id} removed.` });
    else if (added > 0) {
      this.changes.push({ kind: 'structure', message: `Story ${story.id}: ${added} criteria added or re-worded.` });
    }
  }

  private compare(index: number, ref: CriterionRef, checked: boolean, remark: string): void {
    const box = this.story.boxes[index];
    if (!box) return;
    const ticks = checked && !box.checked;
    if (ticks) {
      this.ticked.push(ref);
      this.ticks.push(tickEdit(box));
    }
    if (!checked && box.checked) this.add('box', ref, 'unticked');
    if (ticks && remark !== '') this.remarks.push(remarkEdit(this.outline.lines, box, remark));
    else if (remark !== '') this.add('text', ref, `a remark was appended without a tick: ${quote(remark)}`);
  }

  private add(kind: GuardChange['kind'], ref: CriterionRef, what: string): void {
    this.changes.push({ kind, message: `Criterion ${formatCriterionRef(ref)}: ${what}.` });
  }
}

function statusValues({ stories, statusFields }: PrdOutline): string {
  return [statusFields, ...stories.map((story) => story.statusFields)]
    .map((fields) => fields[0]?.value ?? '')
    .join('\n');
}

function otherChanges(before: PrdOutline, after: PrdOutline, result: PrdOutline): GuardChange[] {
  const changes: GuardChange[] = [];
  const known = new Set(before.stories.map(({ id }) => id));
  for (const { id } of after.stories) {
    if (!known.has(id)) changes.push({ kind: 'structure', message: `Story ${id} added.` });
  }
  // A story's line that says what the kept ticks add up to is no change: the runner would write the same.
  const statuses = statusValues(after);
  if (statuses !== statusValues(before) && statuses !== statusValues(result)) {
    changes.push({ kind: 'mark', message: 'A status line of the PRD changed.' });
  }
  if (otherText(before) !== otherText(after)) {
    changes.push({ kind: 'text', message: 'Text of the PRD other than boxes changed.' });
  }
  return changes;
}

/**
 * Keeps of an agent's changes to the PRD only its ticks, each with a remark that it appended to the ticked criterion; all
 * else is `before` again and listed. A re-worded criterion keeps no tick: it's another criterion that was ticked.
 */
export function guardPrd(
  before: string,
  after: string | undefined,
): { text: string; ticked: CriterionRef[]; changes: GuardChange[] } {
  if (after === undefined) {
    return { text: before, ticked: [], changes: [{ kind: 'missing', message: 'The PRD was deleted.' }] };
  }
  if (before === after) return { text: before, ticked: [], changes: [] };
  const [old, now] = [outlinePrd(before), outlinePrd(after)];
  const reviews = old.stories.map((story) => new StoryReview(old, story, matchStory(old, story, now)));
  const ticked = reviews.flatMap((review) => review.ticked);
  const ticks = reviews.flatMap((review) => review.ticks);
  const text = kept(
    old,
    ticks,
    reviews.flatMap((review) => review.remarks),
  );
  const changes = [...reviews.flatMap((review) => review.changes), ...otherChanges(old, now, outlinePrd(text))];
  return { text, ticked, changes: bounded(changes) };
}

/** The remarks go in only if they leave every criterion where it was. */
function kept({ text, lines }: PrdOutline, ticks: Edit[], remarks: Edit[]): string {
  const shape = (of: string) =>
    outlinePrd(of)
      .stories.map(({ id, boxes }) => `${id} ${boxes.length}`)
      .join('\n');
  const remarked = applyEdits(text, lines, [...ticks, ...remarks]);
  return markPrd(shape(text) === shape(remarked) ? remarked : applyEdits(text, lines, ticks), { tick: [] });
}

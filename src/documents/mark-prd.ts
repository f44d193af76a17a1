import { isDeepStrictEqual } from 'node:util';
import { formatCriterionRef, findStory } from './criteria.js';
import { deriveStory } from './derive.js';
import { DocumentError } from './document-error.js';
import { applyEdits, setField, tickEdit } from './edit.js';
import type { Edit } from './edit.js';
import { prdFromOutline } from './parse-prd.js';
import { outlinePrd } from './prd-outline.js';
import type { PrdOutline } from './prd-outline.js';
import type { CriterionRef, Prd, PrdStatus } from './types.js';

/** What to write into a PRD. Status lines of stories always follow from their boxes. */
export interface PrdMarks {
  tick: CriterionRef[];
  status?: PrdStatus;
}

/** Where the boxes of the references stand: indexes of the story and of the box in it. */
function locate(prd: Prd, references: readonly CriterionRef[]): Set<string> {
  return new Set(
    references.map((reference) => {
      const found = findStory(prd, reference.story);
      const story = found ? prd.stories.indexOf(found) : -1;
      if (!prd.stories[story]?.criteria[reference.position - 1]) {
        const message = `The PRD has no criterion ${formatCriterionRef(reference)}; nothing was ticked.`;
        throw new DocumentError('criterion-unknown', message, {
          hint: 'Compare the reference with the stories of the PRD.',
        });
      }
      return `${story}.${reference.position - 1}`;
    }),
  );
}

function withTicks(prd: Prd, ticked: Set<string>): Prd {
  const stories = prd.stories.map((story, storyIndex) => ({
    ...story,
    criteria: story.criteria.map((criterion, index) =>
      ticked.has(`${storyIndex}.${index}`) ? { ...criterion, checked: true } : criterion,
    ),
  }));
  return { ...prd, stories };
}

function storyEdits(outline: PrdOutline, before: Prd, after: Prd): Edit[] {
  return outline.stories.flatMap(({ boxes, statusFields }, index) => {
    const story = after.stories[index];
    if (!story) return [];
    const edits = boxes
      .filter((box, position) => story.criteria[position]?.checked && !box.checked)
      .map((box) => tickEdit(outline.lines, box));
    const [field, second] = statusFields;
    const derived = deriveStory(story.criteria);
    if (field && !second && boxes.length > 0 && before.stories[index]?.status !== derived) {
      edits.push(...setField(outline.lines, field, derived, derived === 'done'));
      story.status = derived;
    }
    return edits;
  });
}

function statusEdits(outline: PrdOutline, before: Prd, status: PrdStatus | undefined): Edit[] {
  const [field, second] = outline.statusFields;
  if (!status || !field || second || (before.status === status && field.value === status)) return [];
  return setField(outline.lines, field, status, status === 'complete');
}

function comparable(prd: Prd): unknown {
  const stories = prd.stories.map(({ criteria, ...story }) => ({
    ...story,
    line: 0,
    criteria: criteria.map(({ text, checked }) => ({ text, checked })),
  }));
  return { ...prd, stories };
}

/**
 * Ticks boxes, sets the PRD's status line when a status is given and there is exactly one line, and makes the status lines
 * of stories say what their boxes say; all else stays byte for byte. The result is parsed again and has to hold just that.
 *
 * @throws DocumentError for a criterion that the PRD doesn't have, or when a mark would change anything else.
 */
export function markPrd(text: string, { tick, status }: PrdMarks): string {
  const outline = outlinePrd(text);
  const before = prdFromOutline(outline, '');
  const expected = withTicks(before, locate(before, tick));
  const edits = storyEdits(outline, before, expected);
  const statusEdit = statusEdits(outline, before, status);
  if (statusEdit.length > 0) expected.status = status;
  if (edits.length + statusEdit.length === 0) return text;
  const result = applyEdits(text, [...edits, ...statusEdit]);
  if (!isDeepStrictEqual(comparable(prdFromOutline(outlinePrd(result), '')), comparable(expected))) {
    const hint = 'Look at the lines next to the status lines and boxes.';
    throw new DocumentError('mark-unsafe', 'Marking the PRD would change more than its marks; nothing was marked.', {
      hint,
    });
  }
  return result;
}

import { isDeepStrictEqual } from 'node:util';
import { formatCriterionRef, findStory } from './criteria.js';
import { deriveStory } from './derive.js';
import { DocumentError } from './document-error.js';
import { applyEdits, setField, tickEdit } from './edit.js';
import type { Edit } from './edit.js';
import { prdFromOutline } from './parse-prd.js';
import type { PrdOutline, StoryOutline } from './prd-outline.js';
import { outlinePrd } from './prd-parts.js';
import type { ScannedLine } from './scan.js';
import type { CriterionRef, Prd, PrdStatus, Story } from './types.js';

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

interface MarkedStory {
  edits: Edit[];
  /** As it is then. */
  story: Story;
}

function markStory(
  { boxes, statusFields }: StoryOutline,
  before: Story,
  ticks: (position: number) => boolean,
  lines: readonly ScannedLine[],
): MarkedStory {
  const edits = boxes.filter((box, position) => ticks(position) && !box.checked).map((box) => tickEdit(box));
  const criteria = before.criteria.map((criterion, position) =>
    ticks(position) ? { ...criterion, checked: true } : criterion,
  );
  const story = edits.length > 0 ? { ...before, criteria } : before;
  const [field, second] = statusFields;
  const status = deriveStory(criteria);
  if (!field || second || boxes.length === 0 || before.status === status) return { edits, story };
  edits.push(...setField(lines, field, status, status === 'done'));
  return { edits, story: { ...story, status } };
}

function statusEdits(outline: PrdOutline, before: Prd, status: PrdStatus | undefined): Edit[] {
  const [field, second] = outline.statusFields;
  if (!status || !field || second || (before.status === status && field.value === status)) return [];
  return setField(outline.lines, field, status, status === 'complete');
}

/** The story less what may move with a mark: line numbers. */
function comparable({ criteria, ...story }: Story): unknown {
  return { ...story, line: 0, criteria: criteria.map(({ text, checked }) => ({ text, checked })) };
}

/** Most stories are the very same, since their part of the text is. */
function sameStory(story: Story, other: Story | undefined): boolean {
  if (story === other) return true;
  return other !== undefined && isDeepStrictEqual(comparable(story), comparable(other));
}

function samePrd(prd: Prd, other: Prd): boolean {
  if (prd.stories.length !== other.stories.length) return false;
  if (!prd.stories.every((story, index) => sameStory(story, other.stories[index]))) return false;
  return isDeepStrictEqual({ ...prd, stories: [] }, { ...other, stories: [] });
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
  const ticked = locate(before, tick);
  const marked = before.stories.flatMap((story, index) => {
    const at = outline.stories[index];
    return at ? markStory(at, story, (position) => ticked.has(`${index}.${position}`), outline.lines) : [];
  });
  const statusEdit = statusEdits(outline, before, status);
  const edits = [...marked.flatMap((one) => one.edits), ...statusEdit];
  if (edits.length === 0) return text;
  const expected = { ...before, stories: marked.map(({ story }) => story), ...(statusEdit.length > 0 && { status }) };
  const result = applyEdits(text, outline.lines, edits);
  if (!samePrd(prdFromOutline(outlinePrd(result), ''), expected)) {
    const hint = 'Look at the lines next to the status lines and boxes.';
    throw new DocumentError('mark-unsafe', 'Marking the PRD would change more than its marks; nothing was marked.', {
      hint,
    });
  }
  return result;
}

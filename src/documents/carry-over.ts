import { formatCriterionRef } from './criteria.js';
import { matchBoxes, matchStory } from './criterion-match.js';
import { applyEdits, remarkEdit, tickEdit } from './edit.js';
import type { Edit } from './edit.js';
import { markPrd } from './mark-prd.js';
import { quote } from './plan-diff.js';
import { otherText } from './prd-outline.js';
import type { PrdOutline } from './prd-outline.js';
import { outlinePrd } from './prd-parts.js';

interface Carried {
  edits: Edit[];
  warnings: string[];
}

/** The ticks and remarks of the run's copy, found again in the original by story and criterion text. */
function collect(original: PrdOutline, workspace: PrdOutline): Carried {
  const carried: Carried = { edits: [], warnings: [] };
  const taken = new Set<number>();
  for (const story of original.stories) {
    matchBoxes(story, matchStory(original, story, workspace)).forEach((match, index) => {
      const box = story.boxes[index];
      if (!match || !box) return;
      taken.add(match.box.line);
      if (!match.box.checked) return;
      if (!box.checked) carried.edits.push(tickEdit(box));
      if (match.remark !== '') carried.edits.push(remarkEdit(original.lines, box, match.remark));
    });
  }
  for (const { id, boxes } of workspace.stories) {
    boxes.forEach((box, index) => {
      if (taken.has(box.line)) return;
      const name = `${formatCriterionRef({ story: id, position: index + 1 })}, ${quote(box.text)}`;
      const what = box.checked ? 'was ticked by the run' : 'is in the copy of the run';
      carried.warnings.push(`Criterion ${name}, ${what} but is not in the PRD as it is now; compare the two by hand.`);
    });
  }
  return carried;
}

/**
 * Writes what a run achieved back into the PRD, for archival: ticks and remarks go to the criteria of the same story and
 * text, story status lines follow, and the PRD's status becomes `complete`. The original as it is now is kept: a person
 * may have edited it while the run worked. What finds no place is a warning.
 *
 * `base` is the PRD as it was when the run's copy was made. When given and equal to `original`, the copy is taken whole,
 * with what a person edited in it; without it, edits to the copy's other text are a warning.
 *
 * @throws DocumentError when a mark would change more than itself.
 */
export function carryPrdOver(original: string, workspace: string, base?: string): { text: string; warnings: string[] } {
  const whole = base === original;
  const from = whole ? workspace : original;
  const outline = outlinePrd(from);
  const copy = outlinePrd(workspace);
  const { edits, warnings } = whole ? { edits: [], warnings: [] } : collect(outline, copy);
  const text = markPrd(applyEdits(from, outline.lines, edits), { tick: [], status: 'complete' });
  if (!whole && otherText(copy) !== otherText(base === undefined ? outline : outlinePrd(base))) {
    warnings.push('The copy of the run has other text than the PRD; only ticks were carried over, the text is in git.');
  }
  if (outline.statusFields.length !== 1) {
    warnings.push('The PRD has no single status line; write `**Status:** complete` into it by hand.');
  }
  return { text, warnings };
}

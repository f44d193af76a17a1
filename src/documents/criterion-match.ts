import type { Box, PrdOutline, StoryOutline } from './prd-outline.js';

/** A criterion's counterpart in another version of its story. */
export interface Counterpart {
  box: Box;
  /** Text that was appended to the criterion, with its leading space; empty when there is none. */
  remark: string;
}

/** A longer one is no remark. In characters. */
const MAX_REMARK = 2000;

/** What `after` appends to `before`, or `undefined` when it is another text. */
function appended(before: string, after: string): string | undefined {
  if (!after.startsWith(before) || before === '') return undefined;
  const rest = after.slice(before.length);
  return rest === '' || (/^(?:[\s(—–;:]|[.,](?=\s|$))/.test(rest) && rest.length <= MAX_REMARK) ? rest : undefined;
}

/**
 * Finds each criterion of a story in another version of it, by text: the same text first, then one with a remark appended;
 * of several equal ones, in order. `undefined` where it is gone or re-worded.
 */
export function matchBoxes(story: StoryOutline, other: StoryOutline | undefined): (Counterpart | undefined)[] {
  const free = new Map<string, Box[]>();
  for (const box of other?.boxes ?? []) {
    const equal = free.get(box.text);
    if (equal) equal.push(box);
    else free.set(box.text, [box]);
  }
  const exact = story.boxes.map(({ text }) => free.get(text)?.shift());
  const left = [...free.values()].flat();
  return story.boxes.map(({ text }, index) => {
    const same = exact[index];
    if (same) return { box: same, remark: '' };
    const at = left.findIndex((box) => appended(text, box.text) !== undefined);
    const [box] = at >= 0 ? left.splice(at, 1) : [];
    return box && { box, remark: appended(text, box.text) ?? '' };
  });
}

/** The story with that id in another version; of several with one id, the one in the same place among them. */
export function matchStory(outline: PrdOutline, story: StoryOutline, other: PrdOutline): StoryOutline | undefined {
  const place = outline.stories.filter(({ id }) => id === story.id).indexOf(story);
  return other.stories.filter(({ id }) => id === story.id)[place];
}

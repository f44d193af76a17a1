import { moved, movedSpan, readInParts } from './parts.js';
import { keepStory, readPrdOutline } from './prd-outline.js';
import type { PrdOutline, StoryOutline } from './prd-outline.js';

/** Finds the stories of a PRD, their boxes and their status lines; linear in the length of the text, and never throws. */
export const outlinePrd: (text: string) => PrdOutline = readInParts<PrdOutline>({
  read: readPrdOutline,
  before: /\n\r?\n(?=#{2,4} (?:PRD-[A-Za-z0-9]+\.)?US-[A-Za-z]*\d)/g,
  begins: ({ stories }) => stories[0]?.line === 0,
  moved: (part, by) => ({
    ...part,
    unclosed: part.unclosed && moved(part.unclosed, by),
    stories: part.stories.map((story) => movedStory(story, by)),
  }),
  joined: (whole, parts) => {
    const stories: StoryOutline[] = [];
    for (const part of parts) for (const story of part.stories) keepStory(stories, story);
    return {
      ...whole,
      title: parts.find(({ title }) => title !== undefined)?.title,
      // They stand before the first story.
      statusFields: parts[0]?.statusFields ?? [],
      stories,
    };
  },
});

function movedStory(story: StoryOutline, by: number): StoryOutline {
  return {
    ...moved(story, by),
    statusFields: story.statusFields.map((field) => movedSpan(field, by)),
    boxes: story.boxes.map((box) => movedSpan(box, by)),
    boxless: story.boxless.map((line) => line + by),
  };
}

import { deriveStory } from './derive.js';
import { Findings } from './finding.js';
import type { PrdOutline, StoryOutline } from './prd-outline.js';
import { outlinePrd } from './prd-parts.js';
import { once } from './remember.js';
import { OVERALL_WORDS, PRD_WORDS, readStatus, statusOf } from './status.js';
import type { Parsed, Prd, Story } from './types.js';

const toStory = once(({ id, title, line, statusFields, boxes }: StoryOutline): Story => {
  const [field, second] = statusFields;
  return {
    id,
    title,
    status: field && !second ? statusOf(field.value, OVERALL_WORDS, field.box?.mark) : undefined,
    line: line + 1,
    criteria: boxes.map((box) => ({ text: box.text, checked: box.checked, line: box.line + 1 })),
  };
});

/** The PRD's model from its outline, for the room's own use; its stories are shared, so nobody may change them. */
export function prdFromOutline({ title, statusFields, stories }: PrdOutline, file: string): Prd {
  const [field, second] = statusFields;
  return {
    file,
    title: (title ?? '').replace(/^PRD(?:[- ]\d+)?\s*[:—–-]\s*/i, ''),
    status: field && !second ? statusOf(field.value, PRD_WORDS, field.box?.mark) : undefined,
    stories: stories.map((story) => toStory(story)),
  };
}

function checkHeader({ title, statusFields }: PrdOutline, findings: Findings): void {
  const [field, second] = statusFields;
  const hint = 'Write one line `**Status:** draft` (or approved, in-progress, complete) below the title.';
  if (title === undefined)
    findings.add('warning', 'prd-title-missing', 'The PRD has no title.', 'Begin with `# PRD: Title`.', 0);
  if (!field) findings.add('warning', 'prd-status-missing', 'The PRD has no status line.', hint, 0);
  else if (second) findings.add('warning', 'prd-status-duplicate', 'The PRD has two status lines.', hint, second.line);
  else if (readStatus(field.value, PRD_WORDS, field.box?.mark).kind !== 'status') {
    const message = `The PRD's status "${field.value}" means nothing here; the runner replaces it.`;
    findings.add('warning', 'prd-status-unknown', message, hint, field.line);
  }
}

function checkStory(outline: StoryOutline, story: Story, findings: Findings): void {
  const [field, second] = outline.statusFields;
  const add = (level: 'warning' | 'info', code: string, message: string, hint: string, line: number) =>
    findings.add(level, code, `Story ${story.id} ${message}`, hint, line);
  if (second)
    add('warning', 'story-status-duplicate', 'has two status lines; neither is written.', 'Keep one.', second.line);
  if (story.criteria.length === 0) {
    add('warning', 'story-without-criteria', 'has no boxes to tick.', 'Write its criteria as `- [ ] …`.', outline.line);
  } else if (field && !second && story.status !== deriveStory(story.criteria)) {
    const message = `says "${field.value}" but its boxes say ${deriveStory(story.criteria)}.`;
    add('info', 'story-stale', message, 'The next mark corrects the line.', field.line);
  }
  const [boxless] = outline.boxless;
  if (boxless !== undefined) {
    const message = `has ${outline.boxless.length} criteria without a box; the runner can't tick them.`;
    add('warning', 'criterion-without-box', message, 'Begin each with `- [ ] `.', boxless);
  }
}

function checkStories(outline: PrdOutline, prd: Prd, findings: Findings): void {
  if (prd.stories.length === 0) {
    const hint = 'Write each as `### US-001: Title` with boxes below.';
    findings.add('warning', 'stories-missing', 'The PRD has no story, so there is nothing to tick.', hint, 0);
  }
  const lines = new Map<string, number>();
  prd.stories.forEach((story, index) => {
    const first = lines.get(story.id);
    const place = outline.stories[index];
    if (!place) return;
    if (first === undefined) lines.set(story.id, story.line);
    else {
      const message = `Story ${story.id} is there twice, each with boxes; the first stands in line ${first}.`;
      findings.add('error', 'story-duplicate', message, 'Give one of them another id.', place.line);
    }
    checkStory(place, story, findings);
  });
}

/** Reads a PRD. Never throws, whatever the text: everything that is wrong is in the findings, all of it in one pass. */
export function parsePrd(text: string, file: string): Parsed<Prd> {
  const outline = outlinePrd(text);
  const value = prdFromOutline(outline, file);
  const findings = new Findings(file);
  if (outline.unclosed) {
    const { kind, line } = outline.unclosed;
    const message = `This ${kind} is never closed, so that everything below it is hidden.`;
    findings.add('error', `${kind}-unclosed`, message, 'Close it.', line);
  }
  checkHeader(outline, findings);
  checkStories(outline, value, findings);
  return { value, findings: findings.sorted() };
}

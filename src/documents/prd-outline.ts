import { splitBlocks } from './blocks.js';
import { listMarker } from './containers.js';
import type { Field } from './field.js';
import { readField } from './field.js';
import { readHeading } from './heading.js';
import type { Heading } from './heading.js';
import { isBlank } from './lines.js';
import { scan } from './scan.js';
import type { ScannedLine, Unclosed } from './scan.js';

/** A criterion's box and where its text stands. Line numbers here are 0-based indexes. */
export interface Box {
  line: number;
  /** Offset in its line of the mark between the brackets. */
  at: number;
  checked: boolean;
  /** The first paragraph, its lines joined by one space. */
  text: string;
  /** Last line of that paragraph. */
  lastLine: number;
}

export interface StoryOutline {
  id: string;
  title: string;
  line: number;
  level: number;
  statusFields: Field[];
  boxes: Box[];
  /** Lines of criteria that have no box. */
  boxless: number[];
}

export interface PrdOutline {
  text: string;
  lines: ScannedLine[];
  unclosed: Unclosed | undefined;
  title: string | undefined;
  statusFields: Field[];
  stories: StoryOutline[];
}

const STORY =
  /^(?:(?:user )?story )?[`*]*((?:PRD-[A-Za-z0-9]+\.)?US-[A-Za-z]*\d[A-Za-z0-9]*)\b[`*]*\s*(?:[:·—–.|-]\s*)?(.*)$/i;
const CRITERIA = /^(?:#{1,6}\s+)?(?:\*\*|__)?acceptance criteria\b/i;
const BOX = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])\](?=\s|$)/;

function readBox(lines: readonly ScannedLine[], line: number): Box | undefined {
  const match = BOX.exec(lines[line]?.visible ?? '');
  if (!match) return undefined;
  const at = match[1]?.length ?? 0;
  const parts = [lines[line]?.text.slice(at + 2).trim() ?? ''];
  let lastLine = line;
  for (let next = lines[line + 1]; next && goesOn(next); next = lines[lastLine + 1]) {
    parts.push(next.text.trim());
    lastLine += 1;
  }
  return { line, at, checked: match[2] !== ' ', text: parts.join(' ').trim(), lastLine };
}

function goesOn(line: ScannedLine): boolean {
  if (line.opaque || line.opens || isBlank(line.text)) return false;
  return (
    !listMarker(line.visible.trimStart()) && !/^\s*(?:#{1,6}\s|>|\||(?:\*\*|__)[^*_]+:|-{3,}\s*$)/.test(line.visible)
  );
}

class Outliner {
  readonly outline: PrdOutline;
  private story: StoryOutline | undefined;
  private criteriaLine: number | undefined;
  /** Fields stand before the first criterion; below it the same words are a criterion's text. */
  private inFields = true;

  constructor(text: string) {
    const { lines, unclosed } = scan(text);
    this.outline = { text, lines, unclosed, title: undefined, statusFields: [], stories: [] };
  }

  run(): PrdOutline {
    const { lines } = this.outline;
    lines.forEach((line, index) => {
      if (line.opaque) return;
      const heading = line.text.includes('#') ? readHeading(line) : undefined;
      if (heading) this.takeHeading(heading, index);
      else this.takeText(line, index);
    });
    this.endStory(lines.length);
    return this.outline;
  }

  private takeHeading(heading: Heading, index: number): void {
    const story = STORY.exec(heading.text);
    if (story || heading.level <= (this.story?.level ?? 0)) this.endStory(index);
    if (heading.level === 1) this.outline.title ??= heading.text;
    if (story) {
      const [, id = '', title = ''] = story;
      this.inFields = true;
      this.story = { id, title, line: index, level: heading.level, statusFields: [], boxes: [], boxless: [] };
    } else if (this.story && CRITERIA.test(heading.text)) this.criteriaLine ??= index;
  }

  private takeText(line: ScannedLine, index: number): void {
    if (!this.story) {
      if (this.outline.stories.length === 0) this.takeStatus(this.outline.statusFields, line, index);
    } else if (this.criteriaLine === undefined) {
      if (CRITERIA.test(line.visible)) this.criteriaLine = index;
      if (BOX.test(line.visible)) this.inFields = false;
      if (this.inFields) this.takeStatus(this.story.statusFields, line, index);
    }
  }

  private takeStatus(fields: Field[], line: ScannedLine, index: number): void {
    const field = /status/i.test(line.visible) ? readField(this.outline.lines, index, 'Status') : undefined;
    if (field) fields.push(field);
  }

  private endStory(end: number): void {
    const { story, criteriaLine } = this;
    this.story = undefined;
    this.criteriaLine = undefined;
    if (!story) return;
    const { lines, stories } = this.outline;
    for (const { kind, line } of splitBlocks(lines, (criteriaLine ?? story.line) + 1, end)) {
      const box = kind === 'item' ? readBox(lines, line) : undefined;
      if (box) story.boxes.push(box);
      else if (kind === 'item' && criteriaLine !== undefined) story.boxless.push(line);
    }
    keepStory(stories, story);
  }
}

/** A story is often named again in a table of contents or a trace; without boxes that is no second story. */
export function keepStory(stories: StoryOutline[], story: StoryOutline): void {
  if (story.boxes.length > 0 || !stories.some(({ id }) => id === story.id)) stories.push(story);
}

/** Reads a PRD, or a part of one, in one walk over its lines; linear in the length of the text, and never throws. */
export function readPrdOutline(text: string): PrdOutline {
  return new Outliner(text).run();
}

/** All lines but those of criteria and status fields: what neither a tick nor a mark changes. */
export function otherText({ lines, stories, statusFields }: PrdOutline): string {
  const skipped = new Set<number>();
  const skip = (from: number, to: number) => {
    for (let line = from; line <= to; line += 1) skipped.add(line);
  };
  for (const field of [...statusFields, ...stories.flatMap((story) => story.statusFields)])
    skip(field.line, field.lastLine);
  for (const box of stories.flatMap((story) => story.boxes)) skip(box.line, box.lastLine);
  const kept = lines.filter((_, index) => !skipped.has(index));
  return kept.map((line) => line.text).join('\n');
}

/**
 * A document read in parts, one an increment or a story: a mark changes one or two of a thousand, and the others need not
 * be read again. A part that is cut off behind an empty line, at a heading of that kind, reads by itself as it does in the
 * whole text, provided that what stands before leaves no fence, comment or frontmatter open. Where that is not so, the
 * text is read as a whole.
 */
import { manyParts, remember } from './remember.js';
import type { ScannedLine, Unclosed } from './scan.js';

export interface Outline {
  text: string;
  lines: ScannedLine[];
  unclosed: Unclosed | undefined;
}

interface Partition<O extends Outline> {
  read: (text: string) => O;
  /** The empty line before a heading that may begin a part; whether it does is seen when it is read. */
  before: RegExp;
  /** Whether the outline has an increment or a story in its first line. */
  begins: (outline: O) => boolean;
  /** The outline of a part with its line numbers `by` higher. */
  moved: (part: O, by: number) => O;
  /** The outline of the whole, from those of its parts with its own line numbers. */
  joined: (whole: Outline, parts: O[]) => O;
}

interface Part<O> {
  outline: O;
  /** Where the part stood last: a mark seldom moves lines, so that the next reading finds it there again. */
  line: number;
  placed: O;
}

/** The same as `read` gives, of late texts and of late texts' parts without reading them again. */
export function readInParts<O extends Outline>({ read, before, begins, ...how }: Partition<O>): (text: string) => O {
  const readPart = remember((text): Part<O> => {
    const outline = read(text);
    return { outline, line: 0, placed: outline };
  }, manyParts);

  const standsAlone = ({ outline }: Part<O>, index: number, { length }: Part<O>[]): boolean => {
    const isLast = index === length - 1;
    if (index > 0) return begins(outline) && (isLast || !outline.unclosed);
    return isLast || !(outline.unclosed ?? opensFrontmatter(outline));
  };

  const placedAt = (part: Part<O>, line: number): O => {
    if (part.line !== line) part.placed = how.moved(part.outline, line);
    part.line = line;
    return part.placed;
  };

  return remember((text) => {
    const parts = cut(text, before).map(readPart);
    if (!parts.every(standsAlone)) return read(text);
    const lines: ScannedLine[] = [];
    const placed = parts.map((part) => {
      const outline = placedAt(part, lines.length);
      for (const line of part.outline.lines) lines.push(line);
      return outline;
    });
    return how.joined({ text, lines, unclosed: placed.at(-1)?.unclosed }, placed);
  });
}

/** Cuts a text behind each match. */
export function cut(text: string, before: RegExp): string[] {
  const ends = [...text.matchAll(before)].map((match) => match.index + match[0].length);
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Frontmatter that doesn't close in the first part may close in a later one. */
function opensFrontmatter({ lines: [first] }: Outline): boolean {
  return first?.text.trimEnd() === '---' && first.opaque !== 'frontmatter';
}

export function moved<T extends { line: number }>(what: T, by: number): T {
  return { ...what, line: what.line + by };
}

export function movedSpan<T extends { line: number; lastLine: number }>(what: T, by: number): T {
  return { ...what, line: what.line + by, lastLine: what.lastLine + by };
}

import { indentOf } from './lines.js';

/** Where the content of a line stands, once block quote and list markers are taken off. */
export interface Placed {
  /** Offset of the content in the line. */
  offset: number;
  content: string;
  /** Columns of white space before the content, counted from where the innermost list item's content begins. */
  indent: number;
  /** A block quote marker stands before the content. */
  quoted: boolean;
  /** A list marker stands before the content. */
  startsItem: boolean;
}

/** Items opened by one line (`- 1. - text`); a bound, so that a line of a million markers stays cheap. */
const MAX_ITEMS_PER_LINE = 8;
const LIST_MARKER = /^([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const THEMATIC_BREAK = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/** Whether the line is a rule such as `---` or `* * *`, which is no list item. */
export function isThematicBreak(text: string): boolean {
  return THEMATIC_BREAK.test(text);
}

/** A list marker at the start of a text: its length with the white space after it, and where the content begins. */
export function listMarker(text: string): { marker: string; length: number; width: number } | undefined {
  const match = LIST_MARKER.exec(text);
  if (!match || isThematicBreak(text)) return undefined;
  const marker = match[1] ?? '';
  const space = (match[2] ?? '').replace(/\t/g, '    ').length;
  // Five spaces or more after a marker: one belongs to the marker, the others to the content (CommonMark §5.2).
  return { marker, length: match[0].length, width: marker.length + (space >= 1 && space <= 4 ? space : 1) };
}

/**
 * Follows list items and block quotes from line to line. `columns` is the stack of the columns at which the content of
 * the open list items begins; it is changed in place. Quotes are not nested into lists: documents of this kind don't.
 */
export function place(text: string, columns: number[]): Placed {
  const quote = /^(?: {0,3}> ?)+/.exec(text);
  if (quote) {
    const content = text.slice(quote[0].length);
    return { offset: quote[0].length, content, indent: indentOf(content), quoted: true, startsItem: false };
  }
  let column = indentOf(text);
  let offset = text.length - text.replace(/^[ \t]+/, '').length;
  while (columns.length > 0 && column < (columns.at(-1) ?? 0)) columns.pop();
  let items = 0;
  for (; items < MAX_ITEMS_PER_LINE && column - (columns.at(-1) ?? 0) <= 3; items += 1) {
    const found = listMarker(text.slice(offset));
    if (!found) break;
    column += found.width;
    offset += found.length;
    columns.push(column);
  }
  const indent = column - (columns.at(-1) ?? 0);
  return { offset, content: text.slice(offset), indent, quoted: false, startsItem: items > 0 };
}

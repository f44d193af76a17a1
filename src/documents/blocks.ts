import { isThematicBreak, listMarker } from './containers.js';
import { COMMENT } from './inline-mask.js';
import { dedent, indentOf, isBlank } from './lines.js';
import type { ScannedLine } from './scan.js';

/** A block at the top of a section. */
export interface Block {
  kind: 'item' | 'paragraph' | 'fence';
  /** Index of its first line. */
  line: number;
  /** Markdown source without list marker, box and comments; the lines' own indentation removed, line breaks kept. */
  text: string;
}

interface OpenBlock {
  kind: Block['kind'] | 'other';
  line: number;
  lines: string[];
  /** Columns of the list marker and of the content behind it. */
  markerColumn: number;
  column: number;
  ordered: boolean;
}

/** Bold alone on its line: people head a part of a list with it, though by the book it's text of the item above. */
const SUB_HEADING = /^(?:\*\*|__)[^*_]+(?:\*\*|__):?[ \t]*$/;
const BOX = /^\[[ xX]\](?=\s|$)/;

/** The line from `from` on, by code units as in the mask, less its comments. */
function withoutComments(line: ScannedLine, from: number): string {
  if (!line.visible.includes(COMMENT)) return line.text.slice(from);
  let kept = '';
  for (let at = from; at < line.text.length; at += 1) if (line.visible[at] !== COMMENT) kept += line.text[at] ?? '';
  return kept;
}

class Splitter {
  readonly blocks: Block[] = [];
  private open: OpenBlock | undefined;
  /** The line before was text, so that a line without indentation still goes on with its paragraph. */
  private inText = false;
  private inFence = false;

  take(line: ScannedLine, index: number, from: number): void {
    if (line.opaque && !line.opens) return this.takeHidden(line);
    this.inFence = line.opens && line.visible.at(-1) !== COMMENT;
    if (isBlank(line.text.slice(from))) {
      this.open?.lines.push('');
      this.inText = false;
      return;
    }
    this.takeText(line, index, from);
    this.inText = !line.opens;
  }

  end(): void {
    const { open } = this;
    this.open = undefined;
    if (!open || open.kind === 'other') return;
    const text = open.lines.join('\n').trim().replace(BOX, '').trim();
    if (text !== '') this.blocks.push({ kind: open.kind, line: open.line, text });
  }

  /** A further line of a fence belongs to the block that the fence opened in; a further line of a comment to none. */
  private takeHidden(line: ScannedLine): void {
    this.inText = false;
    if (line.opaque === 'fence') this.open?.lines.push(dedent(line.text, this.open.column).trimEnd());
  }

  private takeText(line: ScannedLine, index: number, from: number): void {
    const text = line.text.slice(from);
    const indent = from > 0 ? 0 : indentOf(text);
    if (this.belongs(line, indent)) {
      const kept = withoutComments(line, from);
      this.open?.lines.push(line.opens ? dedent(kept, this.open.column) : kept.trim());
      return;
    }
    const marker = indent > 3 ? undefined : listMarker(line.visible.slice(from).trimStart());
    this.end();
    this.open = { kind: 'other', line: index, lines: [], markerColumn: indent, column: 0, ordered: false };
    let offset = from + (text.length - text.trimStart().length);
    if (marker) {
      offset += marker.length;
      Object.assign(this.open, { kind: 'item', column: indent + marker.width, ordered: /\d/.test(marker.marker) });
    } else if (this.inFence) this.open.kind = 'fence';
    else if (!/^[ \t]*(?:>|\||#{1,6}\s)/.test(text) && !isThematicBreak(text) && !line.opens)
      this.open.kind = 'paragraph';
    this.open.lines.push(withoutComments(line, offset).trimEnd());
  }

  /** Whether the line goes on with the open block. */
  private belongs(line: ScannedLine, indent: number): boolean {
    const { open } = this;
    if (!open) return false;
    const starts = listMarker(line.visible.trimStart()) !== undefined;
    if (open.kind !== 'item') return this.inText && !starts && !line.opens && open.kind === 'paragraph';
    if (indent >= open.column) return true;
    // By the book a bullet under `1.` needs three spaces; people give it two, and mean a detail of the item.
    if (starts) return open.ordered && indent > open.markerColumn && !/^\d/.test(line.text.trimStart());
    if (!this.inText) return indent > open.markerColumn;
    return (
      !line.opens &&
      !SUB_HEADING.test(line.text) &&
      !/^ {0,3}(?:>|#{1,6}\s)/.test(line.text) &&
      !isThematicBreak(line.text)
    );
  }
}

/**
 * Cuts lines `from` to `to` (exclusive) of a document into the blocks at their top: list items, paragraphs, fences.
 * `offset` is where to begin in the first line (behind a label). Quotes, tables and rules are left out. Agrees with
 * CommonMark, which the tests check against remark; it's made by hand since remark needs 5 s for a megabyte.
 */
export function splitBlocks(lines: readonly ScannedLine[], from: number, to: number, offset = 0): Block[] {
  const splitter = new Splitter();
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line) splitter.take(line, index, index === from ? offset : 0);
  }
  splitter.end();
  return splitter.blocks;
}

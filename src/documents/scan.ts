import { place } from './containers.js';
import type { Placed } from './containers.js';
import { CODE, COMMENT, maskInline } from './inline-mask.js';
import { indentOf, isBlank, splitLines } from './lines.js';
import type { Line } from './lines.js';

export type OpaqueKind = 'fence' | 'comment' | 'frontmatter';

/** A line and what of it counts as Markdown structure. */
export interface ScannedLine extends Line {
  /** Set where the whole line is inside a fence, a comment or the frontmatter: never a heading, field, row or box. */
  opaque: OpaqueKind | undefined;
  /** The first line of a fence or a comment block, also when it stands behind a list marker. */
  opens: boolean;
  /** The text with code spans and comments masked; same length. */
  visible: string;
}

/** The block that a document never closes, so that everything after it is hidden. */
export interface Unclosed {
  kind: 'fence' | 'comment';
  /** Index of the line that opens it. */
  line: number;
}

export interface Scan {
  lines: ScannedLine[];
  unclosed: Unclosed | undefined;
}

interface OpenBlock extends Unclosed {
  /** Backticks or tildes that opened a fence. */
  marker: string;
  /** Column at which the content of the enclosing list item begins. */
  column: number;
  /** Columns that its closing line may be indented by. */
  reach: number;
  quoted: boolean;
}

const FENCE = /^(`{3,}(?!.*`)|~{3,})/;
const OWN_PARAGRAPH = /^ {0,3}(?:#{1,6}(?:\s|$)|\|)/;

function frontmatterLength(lines: Line[]): number {
  if (lines[0]?.text.trimEnd() !== '---') return 0;
  for (let index = 1; index < lines.length; index += 1) {
    const text = lines[index]?.text.trimEnd();
    if (text === '---' || text === '...') return index + 1;
  }
  return 0;
}

function leaves(open: OpenBlock, text: string): boolean {
  if (open.quoted) return !/^ {0,3}>/.test(text);
  return !isBlank(text) && indentOf(text) < open.column;
}

function closes(open: OpenBlock, text: string): boolean {
  if (open.kind === 'comment') return text.includes('-->');
  if (!open.quoted && indentOf(text) > open.reach) return false;
  const rest = text.replace(/^(?: {0,3}> ?)+/, '').trim();
  return rest.length >= open.marker.length && rest === (open.marker[0] ?? '').repeat(rest.length);
}

/** The block that a line opens, if any. A comment that ends on its own line is left to the inline mask. */
function opening(at: Placed, index: number, column: number): OpenBlock | undefined {
  // Four columns in is code, not a fence, unless a list holds it: people indent there as they like.
  if (at.indent > 3 && column === 0) return undefined;
  const block = { line: index, column, reach: column + at.indent + 3, quoted: at.quoted };
  const marker = FENCE.exec(at.content)?.[1];
  if (marker) return { ...block, kind: 'fence', marker };
  if (!at.content.startsWith('<!--') || at.content.includes('-->', 4)) return undefined;
  return { ...block, kind: 'comment', marker: '' };
}

function unmarked({ text, eol }: Line): ScannedLine {
  return { text, eol, opaque: undefined, opens: false, visible: text };
}

/** One walk over a document; holds the state that one line hands to the next. */
class Scanner {
  readonly lines: ScannedLine[];
  open: OpenBlock | undefined;
  private paragraph: ScannedLine[] = [];
  private readonly columns: number[] = [];
  private quoted = false;

  constructor(text: string) {
    this.lines = splitLines(text).map(unmarked);
  }

  run(): Scan {
    const start = frontmatterLength(this.lines);
    this.lines.forEach((line, index) => {
      if (index < start) line.opaque = 'frontmatter';
      else this.take(line, index);
    });
    this.endParagraph();
    return { lines: this.lines, unclosed: this.open && { kind: this.open.kind, line: this.open.line } };
  }

  private take(line: ScannedLine, index: number): void {
    if (this.open && leaves(this.open, line.text)) this.open = undefined;
    if (this.open) {
      line.opaque = this.open.kind;
      if (closes(this.open, line.text)) this.open = undefined;
    } else if (isBlank(line.text)) this.endParagraph();
    else this.takeText(line, index);
  }

  private takeText(line: ScannedLine, index: number): void {
    const at = place(line.text, this.columns);
    const open = opening(at, index, at.quoted ? 0 : (this.columns.at(-1) ?? 0));
    const alone = OWN_PARAGRAPH.test(line.text);
    if (open || alone || at.startsItem || at.quoted !== this.quoted) this.endParagraph();
    this.quoted = at.quoted;
    if (open) {
      this.open = open;
      line.opens = true;
      if (!at.startsItem) line.opaque = open.kind;
      const mark = open.kind === 'fence' ? CODE : COMMENT;
      line.visible = line.text.slice(0, at.offset) + mark.repeat(line.text.length - at.offset);
      return;
    }
    this.paragraph.push(line);
    if (alone) this.endParagraph();
  }

  /** Code spans and comments may run over the lines of a paragraph, never beyond it. */
  private endParagraph(): void {
    const { paragraph } = this;
    const [first] = paragraph;
    if (first && paragraph.length === 1) first.visible = maskInline(first.text);
    else if (paragraph.some((line) => line.text.includes('`') || line.text.includes('<!--'))) {
      const masked = maskInline(paragraph.map((line) => line.text).join('\n')).split('\n');
      paragraph.forEach((line, index) => (line.visible = masked[index] ?? line.text));
    }
    if (first) this.paragraph = [];
  }
}

/**
 * Marks what is hidden from the structure of a document: frontmatter, fences (backticks and tildes of any length, also
 * in list items and quotes), HTML comments and inline code. Linear in the length of the text, and never throws.
 */
export function scan(text: string): Scan {
  return new Scanner(text).run();
}

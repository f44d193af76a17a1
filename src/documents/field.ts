import { isThematicBreak, listMarker } from './containers.js';
import { COMMENT } from './inline-mask.js';
import { isBlank } from './lines.js';
import type { ScannedLine } from './scan.js';

/** A field such as `**Status:** pending` and where its value stands. */
export interface Field {
  /** Index of the line. */
  line: number;
  /** Index of the last line of the value: a wrapped one continues on the next lines. */
  lastLine: number;
  /** Trimmed; the wrapped lines joined by one space. */
  value: string;
  /** Offsets of the value in its first line. */
  from: number;
  to: number;
  /** A box before the field's name: its character, and that one's offset. */
  box: { mark: string; at: number } | undefined;
}

const MAX_WRAPPED_LINES = 10;
const QUOTE = /^(?:> ?)+/;
const OPEN_WORDS = /^(?:in|to|not|on)$/i;
const BOLD_FIELD = /^(?:[-*+]\s+)?(?:\*\*|__)[^*_:]{1,60}(?::(?:\*\*|__)|(?:\*\*|__)\s*:)/;
const PLAIN_LABEL = /^[A-Z][\w ()/-]{0,40}:(?:\s|$)/;

const prefixes = new Map<string, RegExp>();

/** Marker, box, bold and colon in all the orders that people write; groups: box, bold, bold closed early, or late. */
function prefixOf(name: string): RegExp {
  let prefix = prefixes.get(name);
  if (!prefix) {
    const words = name.replace(' ', '\\s+');
    prefix = new RegExp(
      `^(?:> ?)*(?:[-*+]\\s+)?(?:\\[([ xX])\\]\\s+)?(\\*\\*|__)?${words}(\\2)?\\s*:(\\2)?[ \\t]*`,
      'i',
    );
    prefixes.set(name, prefix);
  }
  return prefix;
}

/** Whether a value goes on in the next line: it's empty, something in it is still open, or it stops in mid-sentence. */
function continues(value: string, next: string): boolean {
  if (value === '' || OPEN_WORDS.test(value)) return true;
  const count = (pattern: RegExp) => value.match(pattern)?.length ?? 0;
  if (count(/\(/g) > count(/\)/g) || count(/`/g) % 2 === 1) return true;
  if (/^([_*"])/.test(value) && !value.endsWith(value.charAt(0))) return true;
  return /\s/.test(value) && !/[.)!?_*"`]$/.test(value) && /^[a-z0-9(]/.test(next);
}

/** The text of the next line when it can belong to the same paragraph as the field. */
function paragraphText(line: ScannedLine | undefined, quoted: boolean): string | undefined {
  if (!line || line.opaque || line.opens || isBlank(line.text)) return undefined;
  if (quoted !== line.text.startsWith('>')) return undefined;
  const text = line.text.replace(QUOTE, '').trim();
  const starts = /^(?:#{1,6}(?:\s|$)|\||`{3,}|~{3,})/.test(text) || listMarker(text) || isThematicBreak(text);
  return starts || BOLD_FIELD.test(text) || PLAIN_LABEL.test(text) || text === '' ? undefined : text;
}

const COMMENT_BEFORE = new RegExp(`^(?:${COMMENT}+[ \\t]*)+`);

function withoutCommentsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === COMMENT || text[end - 1]?.trim() === '')) end -= 1;
  return text.slice(0, end);
}

/** The end of a value in its line: before white space, a comment, a hard break, and the bold that encloses the field. */
function valueEnd(visible: string, from: number, openBold: string | undefined): number {
  let value = withoutCommentsAtEnd(visible.slice(from));
  if (value.endsWith('\\')) value = value.slice(0, -1).trimEnd();
  if (openBold && value.endsWith(openBold)) value = value.slice(0, -openBold.length).trimEnd();
  return from + value.length;
}

/**
 * Reads the field `name` at column 0 of a line: behind a bullet, a quote marker or a box, with the colon inside or
 * outside of the bold, or without any bold. `undefined` when the line holds no such field.
 */
export function readField(lines: readonly ScannedLine[], index: number, name: string): Field | undefined {
  const line = lines[index];
  if (!line || line.opaque) return undefined;
  const prefix = prefixOf(name).exec(line.visible);
  if (!prefix) return undefined;
  const [whole, box, bold, early, late] = prefix;
  const from = whole.length + (COMMENT_BEFORE.exec(line.visible.slice(whole.length))?.[0].length ?? 0);
  const to = valueEnd(line.visible, from, bold && !early && !late ? bold : undefined);
  const field: Field = { line: index, lastLine: index, value: line.text.slice(from, to), from, to, box: undefined };
  if (box) field.box = { mark: box, at: whole.indexOf('[') + 1 };
  wrap(field, lines);
  return field;
}

function wrap(field: Field, lines: readonly ScannedLine[]): void {
  const first = lines[field.line]?.text ?? '';
  if (/(?: {2}|\\)$/.test(first) && field.value !== '') return;
  while (field.lastLine - field.line < MAX_WRAPPED_LINES) {
    const next = paragraphText(lines[field.lastLine + 1], first.startsWith('>'));
    if (next === undefined || !continues(field.value, next)) return;
    field.value = `${field.value} ${next}`.trim();
    field.lastLine += 1;
  }
}

import type { Field } from './field.js';
import type { Box } from './prd-outline.js';
import type { ScannedLine } from './scan.js';

/** A replacement of the characters `from` to `to` (exclusive), counted from the start of a line; they may reach beyond it. */
export interface Edit {
  line: number;
  from: number;
  to: number;
  text: string;
}

/** Applies edits that don't overlap; everything between them stays byte for byte. */
export function applyEdits(text: string, lines: readonly ScannedLine[], edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  let line = 0;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (const edit of [...edits].sort((a, b) => a.line - b.line || a.from - b.from)) {
    for (; line < edit.line; line += 1) start += lengthOf(lines[line]);
    parts.push(text.slice(done, start + edit.from), edit.text);
    done = start + edit.to;
  }
  return parts.join('') + text.slice(done);
}

function lengthOf(line: ScannedLine | undefined): number {
  return line === undefined ? 0 : line.text.length + line.eol.length;
}

/** The edit that takes the wrapped lines of a value away. The field's own line ending stays, if the last one had any. */
function unwrap(lines: readonly ScannedLine[], field: Field): Edit[] {
  const { line } = field;
  const [first, ...wrapped] = lines.slice(line, field.lastLine + 1);
  const last = wrapped.at(-1);
  if (!first || !last) return [];
  const from = lengthOf(first);
  const to = wrapped.reduce((end, next) => end + lengthOf(next), from);
  return [last.eol === '' ? { line, from: first.text.length, to, text: '' } : { line, from, to, text: '' }];
}

/** The edits that give a field a value, and the box before its name the mark that agrees with it. */
export function setField(lines: readonly ScannedLine[], field: Field, value: string, finished: boolean): Edit[] {
  const line = lines[field.line];
  if (!line) return [];
  const edits = unwrap(lines, field);
  if (field.box && (field.box.mark !== ' ') !== finished) {
    const { at } = field.box;
    edits.push({ line: field.line, from: at, to: at + 1, text: finished ? 'x' : ' ' });
  }
  const gap = /[:*_]$/.test(line.text.slice(0, field.from)) ? ' ' : '';
  edits.push({ line: field.line, from: field.from, to: field.to, text: gap + value });
  return edits;
}

/** The edit that ticks a criterion. */
export function tickEdit({ line, at }: Box): Edit {
  return { line, from: at, to: at + 1, text: 'x' };
}

/** The edit that appends a remark to the text of a criterion. */
export function remarkEdit(lines: readonly ScannedLine[], box: Box, remark: string): Edit {
  const at = lines[box.lastLine]?.text.trimEnd().length ?? 0;
  return { line: box.lastLine, from: at, to: at, text: remark };
}

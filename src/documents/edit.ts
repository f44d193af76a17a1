import type { Field } from './field.js';
import type { Box } from './prd-outline.js';
import type { ScannedLine } from './scan.js';

/** A replacement of the characters `from` to `to` (exclusive) of a text. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Applies edits that don't overlap; everything between them stays byte for byte. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(done, edit.from), edit.text);
    done = edit.to;
  }
  return parts.join('') + text.slice(done);
}

/** The edit that takes the wrapped lines of a value away. The field's own line ending stays, if the last one had any. */
function unwrap(lines: readonly ScannedLine[], field: Field): Edit[] {
  const first = lines[field.line];
  const last = lines[field.lastLine];
  if (!first || !last || field.lastLine === field.line) return [];
  const end = last.start + last.text.length;
  const afterFirst = first.start + first.text.length;
  if (last.eol === '') return [{ from: afterFirst, to: end, text: '' }];
  return [{ from: afterFirst + first.eol.length, to: end + last.eol.length, text: '' }];
}

/** The edits that give a field a value, and the box before its name the mark that agrees with it. */
export function setField(lines: readonly ScannedLine[], field: Field, value: string, finished: boolean): Edit[] {
  const line = lines[field.line];
  if (!line) return [];
  const edits = unwrap(lines, field);
  if (field.box && (field.box.mark !== ' ') !== finished) {
    const at = line.start + field.box.at;
    edits.push({ from: at, to: at + 1, text: finished ? 'x' : ' ' });
  }
  const gap = /[:*_]$/.test(line.text.slice(0, field.from)) ? ' ' : '';
  edits.push({ from: line.start + field.from, to: line.start + field.to, text: gap + value });
  return edits;
}

/** The edit that ticks a criterion. */
export function tickEdit(lines: readonly ScannedLine[], box: Box): Edit {
  const at = (lines[box.line]?.start ?? 0) + box.at;
  return { from: at, to: at + 1, text: 'x' };
}

/** The edit that appends a remark to the text of a criterion. */
export function remarkEdit(lines: readonly ScannedLine[], box: Box, remark: string): Edit {
  const line = lines[box.lastLine];
  const at = (line?.start ?? 0) + (line?.text.trimEnd().length ?? 0);
  return { from: at, to: at, text: remark };
}

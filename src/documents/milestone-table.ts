import { isBlank } from './lines.js';
import { CODE } from './inline-mask.js';
import type { ScannedLine } from './scan.js';
import { OVERALL_WORDS, readStatus } from './status.js';

/** A table cell: its trimmed text, and offsets in the line of that text (or of the whole cell when it is empty). */
export interface Cell {
  text: string;
  from: number;
  to: number;
}

export interface MilestoneRow {
  /** Index of the line. */
  line: number;
  name: Cell;
  increments: Cell;
  /** `undefined` when the row ends before that column, or its stray pipes leave open which cell it is. */
  status: Cell | undefined;
}

export interface MilestoneTable {
  rows: MilestoneRow[];
  /** Index of the first line after the table. */
  endLine: number;
}

interface Columns {
  count: number;
  name: number;
  increments: number;
  status: number;
}

/** Cuts a row at unescaped pipes; where `masked`, those in code spans don't count. */
function cut(line: ScannedLine, masked: boolean): Cell[] {
  const text = masked ? line.visible : line.text;
  const ends = [...text.matchAll(/\\[\s\S]|\|/g)].filter((match) => match[0] === '|').map((match) => match.index);
  const first = text.trimStart().startsWith('|') ? (ends.shift() ?? 0) + 1 : 0;
  const last = ends.at(-1);
  if (last === undefined || !isBlank(text.slice(last + 1))) ends.push(text.length);
  let from = first;
  return ends.map((end) => {
    const cell = cellAt(line.text, from, end);
    from = end + 1;
    return cell;
  });
}

function cellAt(text: string, from: number, to: number): Cell {
  const raw = text.slice(from, to);
  const value = raw.trim();
  if (value === '') return { text: '', from, to };
  const start = from + raw.indexOf(value);
  return { text: value, from: start, to: start + value.length };
}

/**
 * The cells of a row. By the book (GFM tables, example 200) a pipe in a code span cuts a cell too, but people write them:
 * when only the other reading gives as many cells as the header has, it is taken; the first columns are safe either way.
 */
function cells(line: ScannedLine, count?: number): Cell[] {
  const plain = cut(line, false);
  if (count === undefined || plain.length === count || !line.visible.includes(CODE)) return plain;
  const spared = cut(line, true);
  return spared.length === count ? spared : plain;
}

function columnsOf(line: ScannedLine): Columns | undefined {
  const names = cells(line).map((cell) => cell.text.replace(/[*_`]/g, '').trim().toLowerCase());
  const columns = {
    count: names.length,
    name: names.findIndex((name) => /^milestones?\b/.test(name)),
    increments: names.findIndex((name) => /^increments?\b/.test(name)),
    status: names.indexOf('status'),
  };
  return columns.name >= 0 && columns.increments >= 0 && columns.status >= 0 ? columns : undefined;
}

function readRow(line: ScannedLine, index: number, columns: Columns): MilestoneRow {
  const row = cells(line, columns.count);
  const none: Cell = { text: '', from: line.text.length, to: line.text.length };
  const name = row[columns.name] ?? none;
  const status = row[columns.status];
  const isStatus = row.length === columns.count || isStatusText(status?.text ?? '');
  return { line: index, name, increments: row[columns.increments] ?? none, status: isStatus ? status : undefined };
}

function isStatusText(text: string): boolean {
  const { kind } = readStatus(text, OVERALL_WORDS);
  return kind === 'status' || kind === 'empty';
}

/** Reads the milestone table whose header stands at `index`; `undefined` when that line is no such header. */
export function readMilestoneTable(lines: readonly ScannedLine[], index: number): MilestoneTable | undefined {
  const header = lines[index];
  const delimiter = lines[index + 1];
  if (!header || !/milestone/i.test(header.text) || !/status/i.test(header.text)) return undefined;
  // A check by characters alone: a pattern with groups runs out of stack on a line of a million cells.
  if (!delimiter?.text.includes('-') || !/^[\s|:-]+$/.test(delimiter.text)) return undefined;
  const columns = columnsOf(header);
  if (!columns) return undefined;
  const rows: MilestoneRow[] = [];
  let endLine = index + 2;
  for (let line = lines[endLine]; line && isRow(line); line = lines[endLine]) {
    rows.push(readRow(line, endLine, columns));
    endLine += 1;
  }
  return { rows, endLine };
}

function isRow(line: ScannedLine): boolean {
  return !line.opaque && !line.opens && !isBlank(line.text) && line.text.includes('|');
}

import { splitBlocks } from './blocks.js';
import type { Block } from './blocks.js';
import type { Field } from './field.js';
import { readField } from './field.js';
import { readHeading, readIncrementHeading } from './heading.js';
import type { Heading } from './heading.js';
import type { Label } from './label.js';
import { endsFields, readLabel } from './label.js';
import type { MilestoneTable } from './milestone-table.js';
import { readMilestoneTable } from './milestone-table.js';
import { scan } from './scan.js';
import type { ScannedLine, Unclosed } from './scan.js';

/** A labelled part of an increment. Line numbers here are 0-based indexes; `end` is exclusive. */
export interface Section extends Label {
  line: number;
  endLine: number;
  /** Set by `blocksOf`. */
  blocks?: Block[];
}

export interface IncrementOutline {
  id: string;
  title: string;
  line: number;
  endLine: number;
  statusFields: Field[];
  /** A status line that stands too late to count. */
  lateStatus: number | undefined;
  referenceLines: number[];
  sections: Section[];
}

/** Where everything that the runner reads or writes stands in a plan. */
export interface PlanOutline {
  text: string;
  lines: ScannedLine[];
  unclosed: Unclosed | undefined;
  title: string | undefined;
  overall: Field[];
  current: Field[];
  increments: IncrementOutline[];
  /** Headings that look like increments but stand at another level than three. */
  misplaced: number[];
  tables: MilestoneTable[];
}

const REFERENCE = /^(?:> ?)*(?:[-*+]\s+)?(?:\*\*|__)?PRD ref/i;

class Outliner {
  readonly outline: PlanOutline;
  private increment: IncrementOutline | undefined;
  private section: Section | undefined;
  private inFields = false;
  private tableEnd = 0;

  constructor(text: string) {
    const { lines, unclosed } = scan(text);
    const found = { overall: [], current: [], increments: [], misplaced: [], tables: [] };
    this.outline = { text, lines, unclosed, title: undefined, ...found };
  }

  run(): PlanOutline {
    const { lines } = this.outline;
    lines.forEach((line, index) => {
      if (!line.opaque && index >= this.tableEnd) this.take(line, index);
    });
    this.endIncrement(lines.length);
    return this.outline;
  }

  private take(line: ScannedLine, index: number): void {
    const heading = line.text.includes('#') ? readHeading(line) : undefined;
    if (heading) this.takeHeading(heading, index);
    else if (this.increment) this.takeBody(this.increment, line, index);
    else this.takeOutside(line, index);
  }

  private takeHeading(heading: Heading, index: number): void {
    const increment = readIncrementHeading(heading.text);
    if (increment && heading.level === 3) return this.startIncrement(increment.id, increment.title, index);
    if (increment && increment.title !== '') this.outline.misplaced.push(index);
    if (heading.level <= 2) this.endIncrement(index);
    else this.endSection(index);
    if (heading.level === 1) this.outline.title ??= heading.text;
  }

  private startIncrement(id: string, title: string, line: number): void {
    this.endIncrement(line);
    const empty = { statusFields: [], lateStatus: undefined, referenceLines: [], sections: [] };
    this.increment = { id, title, line, endLine: line, ...empty };
    this.inFields = true;
    this.outline.increments.push(this.increment);
  }

  private takeBody(increment: IncrementOutline, line: ScannedLine, index: number): void {
    if (/^\s/.test(line.text) || this.takeTable(line, index)) return;
    if (REFERENCE.test(line.visible)) increment.referenceLines.push(index);
    const status = /status/i.test(line.visible) ? readField(this.outline.lines, index, 'Status') : undefined;
    if (status && this.inFields) return void increment.statusFields.push(status);
    if (status) increment.lateStatus ??= index;
    const label = readLabel(line.visible);
    if (!label) return;
    if (endsFields(label, line.visible)) this.inFields = false;
    this.endSection(index);
    this.section = { ...label, line: index, endLine: index };
    increment.sections.push(this.section);
  }

  private takeOutside(line: ScannedLine, index: number): void {
    const { lines, increments, overall, current } = this.outline;
    if (increments.length === 0 && /status|current/i.test(line.visible)) {
      const status = readField(lines, index, 'Overall Status');
      if (status) overall.push(status);
      const increment = readField(lines, index, 'Current Increment');
      if (increment) current.push(increment);
    }
    this.takeTable(line, index);
  }

  /** Anywhere, also in the last increment's body: the heading above the table may be of level three. */
  private takeTable(line: ScannedLine, index: number): boolean {
    const table = line.text.includes('|') ? readMilestoneTable(this.outline.lines, index) : undefined;
    if (!table) return false;
    this.outline.tables.push(table);
    this.tableEnd = table.endLine;
    return true;
  }

  private endSection(line: number): void {
    if (this.section) this.section.endLine = line;
    this.section = undefined;
  }

  private endIncrement(line: number): void {
    this.endSection(line);
    if (this.increment) this.increment.endLine = line;
    this.increment = undefined;
  }
}

/** Reads a plan, or a part of one, in one walk over its lines; linear in the length of the text, and never throws. */
export function readOutline(text: string): PlanOutline {
  return new Outliner(text).run();
}

/** The blocks of a section, behind its label; cut once and kept. */
export function blocksOf({ lines }: PlanOutline, section: Section): Block[] {
  section.blocks ??= splitBlocks(lines, section.line, section.endLine, section.end);
  return section.blocks;
}

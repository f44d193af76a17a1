import { moved, movedSpan, readInParts } from './parts.js';
import { readOutline } from './plan-outline.js';
import type { IncrementOutline, PlanOutline } from './plan-outline.js';

/** Finds the parts of a plan that the runner reads or writes; linear in the length of the text, and never throws. */
export const outlinePlan: (text: string) => PlanOutline = readInParts<PlanOutline>({
  read: readOutline,
  before: /\n\r?\n(?=### Increment [\w.-]*\d)/g,
  begins: ({ increments }) => increments[0]?.line === 0,
  moved: (part, by) => ({
    ...part,
    unclosed: part.unclosed && moved(part.unclosed, by),
    increments: part.increments.map((increment) => movedIncrement(increment, by)),
    misplaced: part.misplaced.map((line) => line + by),
    tables: part.tables.map(({ rows, endLine }) => ({
      rows: rows.map((row) => moved(row, by)),
      endLine: endLine + by,
    })),
  }),
  joined: (whole, parts) => ({
    ...whole,
    title: parts.find(({ title }) => title !== undefined)?.title,
    // Both stand before the first increment.
    overall: parts[0]?.overall ?? [],
    current: parts[0]?.current ?? [],
    increments: parts.flatMap(({ increments }) => increments),
    misplaced: parts.flatMap(({ misplaced }) => misplaced),
    tables: parts.flatMap(({ tables }) => tables),
  }),
});

function movedIncrement(increment: IncrementOutline, by: number): IncrementOutline {
  return {
    ...moved(increment, by),
    endLine: increment.endLine + by,
    statusFields: increment.statusFields.map((field) => movedSpan(field, by)),
    lateStatus: increment.lateStatus === undefined ? undefined : increment.lateStatus + by,
    referenceLines: increment.referenceLines.map((line) => line + by),
    sections: increment.sections.map((section) => ({ ...moved(section, by), endLine: section.endLine + by })),
  };
}

import { cut } from './parts.js';
import { manyParts, remember } from './remember.js';

const HEADING = /^#{1,6}\s+iteration\s+(\d+)\b/i;
const FIELD = /^\s*[-*+]?\s*\**([A-Za-z][A-Za-z ]*?)\**\s*:\s*\**\s*(.*)$/;

/** An entry of the log. */
export interface Section {
  iteration: number;
  /** Lower-case field names; a continued value is folded into one line. */
  fields: Map<string, string>;
}

/** Reads the entries of a log, or of a part of one, line by line. */
export function readSections(text: string): Section[] {
  const sections: Section[] = [];
  let field: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    const fields = sections.at(-1)?.fields;
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (heading) {
      sections.push({ iteration: Number(heading[1]), fields: new Map() });
      field = undefined;
    } else if (fields && name !== undefined && !/^\s{2,}/.test(line)) {
      field = name.toLowerCase();
      if (!fields.has(field)) fields.set(field, value.trim());
    } else if (fields && field !== undefined && line.trim() !== '') {
      fields.set(field, `${fields.get(field) ?? ''} ${line.replace(/^\s*[-*+]\s+/, '').trim()}`.trim());
    }
  }
  return sections;
}

/** The line break before a heading; nothing of what stands before matters to what is below it. */
const BEFORE_ENTRY = /(?:^|\n)(?=#{1,6}[^\S\n]+iteration[^\S\n]+\d+\b)/gi;
const readEntry = remember(readSections, manyParts);

/** The same, reading each entry once: a log grows by one an iteration. */
export const sectionsOf: (text: string) => Section[] = remember((text) => cut(text, BEFORE_ENTRY).flatMap(readEntry));

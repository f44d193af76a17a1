import { sectionsOf } from './progress-sections.js';
import type { Section } from './progress-sections.js';
import { once } from './remember.js';
import type { ProgressEntry } from './types.js';

/** An entry as far as it could be read; logs that people or agents wrote are free-form. */
export interface LoggedEntry {
  iteration: number;
  increment: string;
  title: string;
  status: string;
  /** `undefined` when the entry has none. */
  commit: string | undefined;
}

const toEntry = once(({ iteration, fields }: Section): LoggedEntry => {
  const [increment = '', ...title] = (fields.get('increment') ?? '').split(/\s+[—–-]+\s+/);
  return {
    iteration,
    increment: increment.trim(),
    title: title.join(' — ').replace(/^\[(.*)\]$/, '$1'),
    status: (fields.get('status') ?? '').toLowerCase(),
    commit: /\b[0-9a-f]{7,64}\b/.exec(fields.get('commit') ?? '')?.[0],
  };
});

/** Reads every `## Iteration N` entry, in the order of the text, and the highest N (0 without any). Never throws. */
export function parseProgress(text: string): { entries: LoggedEntry[]; highest: number } {
  const entries = sectionsOf(text).map((section) => toEntry(section));
  return { entries, highest: entries.reduce((highest, entry) => Math.max(highest, entry.iteration), 0) };
}

/** Whether the log has an entry of this iteration. */
export function hasEntry(text: string, iteration: number): boolean {
  return sectionsOf(text).some((section) => section.iteration === iteration);
}

/** Adds an entry at the end, in the log's own line endings; a log that has this iteration already is returned as it is. */
export function appendEntry(text: string, entry: ProgressEntry): string {
  if (hasEntry(text, entry.iteration)) return text;
  const newline = /\r\n/.test(text) ? '\r\n' : '\n';
  const before = text.trim() === '' ? text.replace(/\S*\s+$/, '') : `${text.trimEnd()}${newline}${newline}`;
  return `${before}${entryLines(entry).join(newline)}${newline}`;
}

function entryLines(entry: ProgressEntry): string[] {
  return [
    `## Iteration ${entry.iteration}`,
    `- Increment: ${oneLine(entry.increment)} — ${oneLine(entry.title)}`,
    `- Status: ${entry.status}`,
    `- Files changed: ${entry.filesChanged.map(oneLine).join(', ') || 'none'}`,
    `- Test gate: ${oneLine(entry.testGate)}`,
    `- Learnings: ${entry.learnings.map(oneLine).filter(Boolean).join('; ') || 'none'}`,
    `- Commit: ${entry.commit ?? 'none'}`,
    `- Timestamp: ${entry.timestamp}`,
  ];
}

/** Control characters would break the line, or the terminal that shows it. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const oneLine = (value: string): string => value.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();

/** What the last entries learned, oldest first, one text an entry; entries without any are passed over. */
export function learningsOf(text: string, last: number): string[] {
  if (last <= 0) return [];
  return sectionsOf(text)
    .map((section) => section.fields.get('learnings') ?? '')
    .filter((learnings) => !/^(?:none|n\/a|[-—–])?\.?$/i.test(learnings))
    .slice(-last);
}

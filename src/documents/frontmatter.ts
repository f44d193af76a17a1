import { parse } from 'yaml';
import { scan, type ScannedLine } from './scan.js';

/** What a plan's frontmatter says to the runner. */
export interface Frontmatter {
  /** The plan's PRD, a path from the git root. */
  prdPath: string | undefined;
  /** Why it couldn't be read. */
  problem: string | undefined;
  /** Index of the line of the entry. */
  line: number;
}

/** No path is longer; a bound also for the YAML parser, which recurses as deep as a text nests. In characters. */
const MAX_ENTRY = 1000;

/** The lines of the top-level entry `prd`, with what is indented below it. */
function entryLines(lines: readonly ScannedLine[]): { first: number; text: string } | undefined {
  const first = lines.findIndex((line) => line.opaque !== 'frontmatter' || /^(?:prd|'prd'|"prd")\s*:/.test(line.text));
  if (first < 0 || lines[first]?.opaque !== 'frontmatter') return undefined;
  let end = first + 1;
  while (lines[end]?.opaque === 'frontmatter' && /^\s+\S/.test(lines[end]?.text ?? '')) end += 1;
  const entry = lines.slice(first, end).map((line) => line.text);
  return { first, text: entry.join('\n').slice(0, MAX_ENTRY) };
}

/** The path that a document's frontmatter names as its PRD; the document is read no further than is needed for that. */
export function prdPathOf(text: string): string | undefined {
  return /^\uFEFF?---\s/.test(text) ? readFrontmatter(scan(text).lines).prdPath : undefined;
}

/** Reads the entry `prd` of the YAML at the top of a document; the others are other tools' business and aren't parsed. */
export function readFrontmatter(lines: readonly ScannedLine[]): Frontmatter {
  const entry = entryLines(lines);
  if (!entry) return { prdPath: undefined, problem: undefined, line: 0 };
  try {
    const value: unknown = parse(entry.text, { logLevel: 'silent' });
    const prd: unknown = typeof value === 'object' && value !== null ? Object.values(value)[0] : undefined;
    if (prd === null) return { prdPath: undefined, problem: undefined, line: entry.first };
    if (typeof prd !== 'string') return { prdPath: undefined, problem: 'it is no text.', line: entry.first };
    return { prdPath: prd.trim() === '' ? undefined : prd.trim(), problem: undefined, line: entry.first };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { prdPath: undefined, problem, line: entry.first };
  }
}

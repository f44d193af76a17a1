import { parse } from 'yaml';
import type { ScannedLine } from './scan.js';

/** What a plan's frontmatter says to the runner. */
export interface Frontmatter {
  /** The plan's PRD, a path from the git root. */
  prdPath: string | undefined;
  /** Why the YAML couldn't be read. */
  problem: string | undefined;
}

/** Reads the YAML between the two rulers at the top of a document; anything but `prd` is another tool's business. */
export function readFrontmatter(lines: readonly ScannedLine[]): Frontmatter {
  const end = lines.findIndex((line) => line.opaque !== 'frontmatter');
  const inside = lines.slice(1, (end === -1 ? lines.length : end) - 1);
  if (inside.length === 0 || lines[0]?.opaque !== 'frontmatter') return { prdPath: undefined, problem: undefined };
  try {
    const value: unknown = parse(inside.map((line) => line.text).join('\n'), { logLevel: 'silent' });
    const prd = typeof value === 'object' && value !== null && 'prd' in value ? value.prd : undefined;
    return { prdPath: typeof prd === 'string' && prd.trim() !== '' ? prd.trim() : undefined, problem: undefined };
  } catch (error) {
    return {
      prdPath: undefined,
      problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    };
  }
}

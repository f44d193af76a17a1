import type { PrdReference } from './types.js';

const STORY = /\b(?:PRD-[A-Za-z0-9]+\.)?US-[A-Za-z]*\d[A-Za-z0-9]*/gi;
const CRITERIA = /(?:\bACs?|\bcriteri(?:on|a))[\s#-]*(\d+(?:\s*(?:,|;|&|and|-|–|—|to)\s*(?:AC[\s#-]*)?\d+)*)/gi;
const RANGE_END = /^[\s`*]*(?:-|–|—|\.\.\.?|to|through)[\s`*]*$/;

/** Positions in `1, 2`, `1-3`, `1 and AC 4`. A range is bounded: a typo such as `1-99999999` names no million boxes. */
function positionsIn(text: string): number[] {
  const positions = new Set<number>();
  for (const match of text.matchAll(/(\d+)(?:\s*(?:-|–|—|to)\s*(?:AC[\s#-]*)?(\d+))?/gi)) {
    const from = Number(match[1]);
    const to = Math.min(Number(match[2] ?? from), from + 200);
    for (let position = from; position <= to; position += 1) positions.add(position);
  }
  return [...positions].filter((position) => position > 0).sort((a, b) => a - b);
}

function criteriaIn(tail: string): number[] {
  const dotted = /^\.(\d+)/.exec(tail)?.[1];
  const named = [...tail.matchAll(CRITERIA)].map((match) => match[1] ?? '').join(',');
  return positionsIn(dotted ? `${dotted},${named}` : named);
}

/** The stories between the two ends of `US-001–US-004`, by number. */
function storiesBetween(first: string, last: string): string[] {
  const from = /^(.*?)(\d+)$/.exec(first);
  const to = /^(.*?)(\d+)$/.exec(last);
  if (!from?.[2] || !to?.[2] || from[1] !== to[1]) return [];
  const width = from[2].length;
  const count = Math.min(Number(to[2]) - Number(from[2]) - 1, 200);
  return Array.from(
    { length: Math.max(count, 0) },
    (_, index) => `${from[1] ?? ''}${String(Number(from[2]) + 1 + index).padStart(width, '0')}`,
  );
}

function merge(references: PrdReference[]): PrdReference[] {
  const byStory = new Map<string, PrdReference>();
  for (const { story, criteria } of references) {
    const known = byStory.get(story);
    if (!known) byStory.set(story, { story, criteria });
    else if (known.criteria.length === 0 || criteria.length === 0) known.criteria = [];
    else known.criteria = [...new Set([...known.criteria, ...criteria])].sort((a, b) => a - b);
  }
  return [...byStory.values()];
}

/**
 * Reads what stands behind `PRD ref:`: `US-003 AC 1, 2; US-004`, `US-001–US-003`, `US-003.1`. A story marked
 * `(preparation)`, and `all (…)`, are no reference.
 */
export function readPrdReferences(text: string): PrdReference[] {
  if (/^[\s*_]*(?:all\s*(?:\(|$)|none\b|n\/a\b|--|\(?preparation\b)/i.test(text)) return [];
  const references: PrdReference[] = [];
  const stories = [...text.matchAll(STORY)];
  let previous: string | undefined;
  stories.forEach((match, index) => {
    const end = match.index + match[0].length;
    const tail = text.slice(end, stories[index + 1]?.index ?? text.length);
    if (previous) references.push(...storiesBetween(previous, match[0]).map((story) => ({ story, criteria: [] })));
    previous = RANGE_END.test(tail) && index + 1 < stories.length ? match[0] : undefined;
    if (/^[\s*_]*\(\s*prep/i.test(tail)) return;
    references.push({ story: match[0], criteria: criteriaIn(tail) });
  });
  return merge(references);
}

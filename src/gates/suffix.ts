import type { Expectation } from './types.js';

/** What an author's `[gate: …]` says: a manual item, no output, an expectation, or nothing that is known. */
export type Suffix =
  { kind: 'manual' | 'empty' } | { kind: 'expectation'; expectation: Expectation } | { kind: 'unknown'; text: string };

export const SUFFIX_FORMS = 'exit N, exit non-zero, prints N, prints >=N, prints >N, empty, manual';

const SUFFIX = /\[gate:\s*([^\][]*)\]/gi;

/** The last `[gate: …]` in a piece of prose, and the prose without any. */
export function takeSuffix(prose: string): { rest: string; suffix: Suffix | undefined } {
  const last = [...prose.matchAll(SUFFIX)].at(-1)?.[1];
  return { rest: prose.replace(SUFFIX, ''), suffix: last === undefined ? undefined : readSuffix(last) };
}

function readSuffix(written: string): Suffix {
  const text = written.replace(/[`*]/g, '').trim().toLowerCase().replaceAll('≥', '>=');
  if (text === 'manual' || text === 'empty') return { kind: text };
  const expectation = expectationOf(text);
  return expectation ? { kind: 'expectation', expectation } : { kind: 'unknown', text: written.trim() };
}

function expectationOf(text: string): Expectation | undefined {
  if (/^exits? non-?zero$/.test(text)) return { kind: 'non-zero' };
  const exit = /^exits? (\d{1,3})$/.exec(text)?.[1];
  if (exit !== undefined) return { kind: 'exit', code: Number(exit) };
  const [, comparison, number] = /^prints?\s*(>=|>|=)?\s*(-?\d+)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const kind = comparison === '>=' || comparison === '>' ? comparison : '=';
  return { kind: 'prints', comparison: kind, value: Number(number), orExit: false };
}

import type { Increment } from '../documents/types.js';

/** 1-based line at which a text of the increment stands: the first that holds the text's own first line. */
export function lineOf({ source, line }: Increment, text: string): number {
  const first = text.split('\n', 1)[0]?.trim() ?? '';
  const offset = source.split(/\r\n|\n|\r/).findIndex((candidate) => candidate.includes(first));
  return line + Math.max(offset, 0);
}

import type { ScannedLine } from './scan.js';

export interface Heading {
  /** 1 to 6. */
  level: number;
  /** Without the closing sequence of number signs, and without bold around the whole. */
  text: string;
}

/** Reads an ATX heading (CommonMark §4.2). Underlined headings aren't read: in plans, `---` below text is a separator. */
export function readHeading(line: ScannedLine): Heading | undefined {
  if (line.opaque) return undefined;
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line.text);
  if (!match) return undefined;
  const text = (match[2] ?? '')
    .trimEnd()
    .replace(/(?:^|[ \t])#+$/, '')
    .trim();
  return { level: match[1]?.length ?? 0, text: /^(\*\*|__)(.*)\1$/.exec(text)?.[2] ?? text };
}

export interface IncrementHeading {
  /** Empty when the heading names none. */
  id: string;
  title: string;
}

/**
 * Reads `Increment 01: Title` (also with a dash, a dot or a box, and in capitals). An id holds a digit or is at most
 * three capitals, so that `Increment Plan` or `Increment ordering: why` are no increments.
 */
export function readIncrementHeading(text: string): IncrementHeading | undefined {
  const start = /^(?:\[[ xX]\]\s+)?increment\b[ \t]*/i.exec(text);
  if (!start) return undefined;
  const rest = text.slice(start[0].length);
  if (/^[:—–]/.test(rest)) return { id: '', title: rest.slice(1).trim() };
  const match = /^[`*#]*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)[`*]*[ \t]*(.*)$/.exec(rest);
  const id = match?.[1] ?? '';
  const after = match?.[2] ?? '';
  if (!/\d/.test(id) && !/^[A-Z]{1,3}$/.test(id)) return undefined;
  const separator = /^(?:[:—–·|.-])[ \t]*/.exec(after)?.[0] ?? '';
  return { id, title: after.slice(separator.length).trim() };
}

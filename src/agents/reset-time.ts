import * as chrono from 'chrono-node/en';
import { instantOf, offsetMinutes, usableZone } from './zone.js';

const UNIT_MS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** A limit that lasts longer than this was misread. */
const LONGEST_MS = 366 * 86_400_000;

/**
 * When a limit text says that the agent may go on, in epoch ms; `undefined` when it doesn't say, or names a time that is
 * past or absurd. A clock time without a date is the next one. `now` is epoch ms; `zone` (IANA) is where clock times
 * without a zone of their own are read.
 */
export function resetTime(text: string, now: number, zone: string): number | undefined {
  return inFuture(epoch(text) ?? afterDuration(text, now) ?? clockTime(text, now, zoneIn(text) ?? zone), now);
}

/** The instant, unless it is past or more than a year away. Both are epoch ms. */
export const inFuture = (instant: number | undefined, now: number): number | undefined =>
  instant !== undefined && instant > now && instant - now <= LONGEST_MS ? instant : undefined;

/** `usage limit reached|1760000000`, in seconds. */
function epoch(text: string): number | undefined {
  const [, seconds] = /\|(\d{10})\b/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** `resets in 1d 5h`, `try again in 3 days 6 hours 57 minutes`, `Please retry in 34.07s`. */
function afterDuration(text: string, now: number): number | undefined {
  const start = /\b(?:in|after) (?=\d)/i.exec(text);
  if (start === null) return undefined;
  const term =
    /\s*(?:,\s*|and\s+)?(\d+(?:\.\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/iy;
  term.lastIndex = start.index + start[0].length;
  let total = 0;
  for (let match = term.exec(text); match !== null; match = term.exec(text)) {
    total += Number(match[1]) * (UNIT_MS[match[2]?.charAt(0).toLowerCase() ?? ''] ?? 0);
  }
  return total > 0 ? now + Math.ceil(total) : undefined;
}

/** `resets 5pm`, `resets Oct 12, 4am`, `try again at Jul 7th, 2026 12:25 PM`, `cycle ends on 9/23/2026`. */
function clockTime(text: string, now: number, zone: string): number | undefined {
  const tail = /\b(?:resets?|again|ends?|until)\b(.*)$/is.exec(text)?.[1];
  const reference = { instant: new Date(now), timezone: offsetMinutes(zone, now) };
  const start = tail === undefined ? undefined : chrono.parse(tail, reference, { forwardDate: true })[0]?.start;
  if (start === undefined) return undefined;
  if (start.isCertain('timezoneOffset')) return start.date().getTime();
  const field = (name: 'year' | 'month' | 'day' | 'hour' | 'minute'): number => start.get(name) ?? 0;
  // Not start.date(): chrono counts with one fixed offset, which is an hour off across a change of clocks.
  return instantOf(Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute')), zone);
}

function zoneIn(text: string): string | undefined {
  const [, name] = /\(([A-Za-z_]+(?:\/[\w+-]+)*)\)/.exec(text) ?? [];
  return name !== undefined && usableZone(name) ? name : undefined;
}

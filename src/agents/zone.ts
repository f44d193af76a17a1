/** Clock times of IANA time zones. Instants are epoch ms; a wall time is the ms that the clock would show as UTC. */

export function usableZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Of programs that get this environment: the zone that `TZ` names, else the host's. */
export function zoneOf(env: Record<string, string>): string {
  const { TZ = '' } = env;
  return usableZone(TZ) ? TZ : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day there, `2026-03-01`. Throws RangeError for an unknown zone. */
export function dayOf(instant: number, zone: string): string {
  let format = days.get(zone);
  if (format === undefined) {
    // The Swedes write their dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    days.set(zone, format);
  }
  return format.format(instant);
}

/** Making one takes a hundred times longer than using it. */
const days = new Map<string, Intl.DateTimeFormat>();

/** When the day of that instant is over there, epoch ms, whatever the clocks do that day. */
export function endOfDay(instant: number, zone: string): number {
  const day = dayOf(instant, zone);
  // No day has more than 25 hours.
  let [within, after] = [instant, instant + 26 * 3_600_000];
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (dayOf(middle, zone) === day) within = middle;
    else after = middle;
  }
  return after;
}

/** When the day of that instant began there, epoch ms, whatever the clocks do that day. */
export function startOfDay(instant: number, zone: string): number {
  const day = dayOf(instant, zone);
  let [before, within] = [instant - 26 * 3_600_000, instant];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayOf(middle, zone) === day) within = middle;
    else before = middle;
  }
  return within;
}

/** How far the zone's clocks are ahead of UTC at this instant. Throws RangeError for an unknown zone. */
export function offsetMinutes(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant);
  const field = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'));
  return Math.round((wall - Math.floor(instant / 60_000) * 60_000) / 60_000);
}

/** When the zone's clocks show this wall time. The second look corrects for a change of clocks in between. */
export function instantOf(wall: number, zone: string): number {
  const guess = wall - offsetMinutes(zone, wall) * 60_000;
  return wall - offsetMinutes(zone, guess) * 60_000;
}

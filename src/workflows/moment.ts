/** Times as the person who started the run reads them. Instants are epoch ms; a zone is an IANA name. */

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** `2026-03-01 17:00 (Europe/Vilnius)`; in UTC where no zone is known. */
export function moment(at: number, zone: string | undefined): string {
  const { day, time, where } = parts(at, zone);
  return `${day} ${time} ${where}`;
}

/** `17:00 (Europe/Vilnius)`, with the day when that is another one than `now` has. */
export function clock(at: number, now: number, zone: string | undefined): string {
  const { day, time, where } = parts(at, zone);
  return day === parts(now, zone).day ? `${time} ${where}` : `${day} ${time} ${where}`;
}

function parts(at: number, zone: string | undefined): { day: string; time: string; where: string } {
  const format = zone === undefined ? undefined : formatOf(zone);
  // The Swedes write times as ISO 8601 does.
  const written = format?.format(at) ?? new Date(at).toISOString();
  return { day: written.slice(0, 10), time: written.slice(11, 16), where: format === undefined ? 'UTC' : `(${zone})` };
}

/** `undefined` for a zone that this machine does not know: an exception would fail the workflow's task for ever. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, makeFormat(zone));
  return formats.get(zone);
}

function makeFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  } catch {
    return undefined;
  }
}

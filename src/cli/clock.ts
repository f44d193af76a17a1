/**
 * `17:00 (Europe/Vilnius)`, in the zone of this terminal; with the date when that is another day's. Seconds are shown for
 * what is less than two minutes away. Both times are epoch ms.
 */
export function clockTime(at: number, now: number): string {
  const time = new Date(at).toTimeString();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = time.slice(0, at - now < 120_000 ? 8 : 5);
  const day = isoDay(at) === isoDay(now) ? '' : `${isoDay(at)} `;
  return `${day}${shown} (${zone})`;
}

/** `2026-03-01`, by the calendar of this terminal. */
function isoDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A length of time as people read it: `1h 02m`, `3m 07s`, `12s`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  if (h > 0) return `${h}h ${two(m)}m`;
  return m > 0 ? `${m}m ${two(s)}s` : `${s}s`;
}

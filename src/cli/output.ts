/** Results go to stdout, progress and errors to stderr; colour only where a person looks. */
import pc from 'picocolors';

export const colours = pc.createColors(process.stderr.isTTY === true && process.env['NO_COLOR'] === undefined);
export const resultColours = pc.createColors(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** `1h 02m`, `3m 07s`, `12s`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  if (h > 0) return `${h}h ${two(m)}m`;
  return m > 0 ? `${m}m ${two(s)}s` : `${s}s`;
}

export function indent(text: string, by = '    '): string {
  return text
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
}

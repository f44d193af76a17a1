/** Keeps secrets of the environment out of what is kept in history, shown in a terminal, or sent to somebody. */

const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL/i;
/** Characters; a shorter value would take ordinary words out of a text. */
const shortest = 8;
/** Characters of a secret's end by which it is known where a text was cut inside of it. */
const shortestRest = 6;
const mask = '***';

/**
 * The values of variables whose names look secret, longest first, so that none hides a part of another. Of a value of
 * several lines (a key) each line counts, and each also as JSON has it, since agents print JSON.
 */
export function secretsOf(env: Record<string, string>): string[] {
  const values = Object.entries(env)
    .filter(([name]) => secretName.test(name))
    .flatMap(([, value]) => value.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.length >= shortest)
    .flatMap((line) => [line, JSON.stringify(line).slice(1, -1)]);
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

/** The text with `***` for each secret. */
export function maskWhole(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}

/** The text with `***` for each secret, also for the rest of one that a cut has left at its beginning. */
export function maskText(text: string, secrets: readonly string[]): string {
  const whole = maskWhole(text, secrets);
  for (const secret of secrets) {
    for (let rest = secret.length - 1; rest >= shortestRest; rest -= 1) {
      if (whole.startsWith(secret.slice(-rest))) return mask + whole.slice(rest);
    }
  }
  return whole;
}

/** A plain value with every text in it masked, whatever its depth. Names of fields and paths of logs stay. */
export function maskValue<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return maskText(value, secrets) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const field = (key: string, item: unknown) => (key === 'logFile' ? item : maskValue(item, secrets));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, field(key, item)])) as T;
}

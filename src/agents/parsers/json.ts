/** Reading JSON of unknown shape: what isn't there, or is of another type, is `undefined`. */

export type JsonObject = Record<string, unknown>;

export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

/** A string with something in it. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value at a path of keys. */
export const dig = (value: unknown, ...keys: string[]): unknown => keys.reduce((at, key) => asObject(at)?.[key], value);

/** Sum of those that are there; `undefined` when none is. */
export function sum(...values: unknown[]): number | undefined {
  const numbers = values.map(asNumber).filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((total, value) => total + value, 0);
}

/** The object that a line holds; `undefined` for anything else (banners, warnings, a line that was cut). */
export function parseObject(line: string): JsonObject | undefined {
  const text = line.trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

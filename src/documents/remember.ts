/** What was read once is not read again while its text is the same: within an iteration a plan is read many times. */

interface Memory {
  /** How much is remembered, in what `sizeOf` counts. */
  most: number;
  sizeOf: (text: string) => number;
}

/** The last few texts, whatever their length. */
const lastFew: Memory = { most: 4, sizeOf: () => 1 };
/** Parts of texts, by characters: some plans of a thousand increments. What is read takes some ten times the room. */
export const manyParts: Memory = { most: 2 * 1024 * 1024, sizeOf: (text) => text.length };

/** A copy of its own: a slice, and what is sliced off it, would keep the whole text that it was cut from in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/**
 * @param read must depend on its text alone; what it returns is shared, and nobody may change it
 * @returns the same, reading a text that is remembered once
 */
export function remember<T extends object>(read: (text: string) => T, { most, sizeOf } = lastFew): (text: string) => T {
  const known = new Map<string, T>();
  let size = 0;
  const keep = (text: string): T => {
    const value = read(text);
    known.set(text, value);
    size += sizeOf(text);
    for (const oldest of known.keys()) {
      if (size <= most) break;
      known.delete(oldest);
      size -= sizeOf(oldest);
    }
    return value;
  };
  return (text) => known.get(text) ?? keep(detached(text));
}

/**
 * As `remember`, for what is worked out from an object that nobody changes; further arguments must be the same whenever
 * that object is.
 */
export function once<K extends object, More extends unknown[], T>(
  work: (of: K, ...more: More) => T,
): (of: K, ...more: More) => T {
  const known = new WeakMap<K, { value: T }>();
  return (of, ...more) => {
    const entry = known.get(of) ?? { value: work(of, ...more) };
    known.set(of, entry);
    return entry.value;
  };
}

/** What was read from the last few texts: within an iteration the same plan is read many times, and marked twice. */
const most = 4;

/**
 * @param read must depend on its text alone; what it returns is shared, and nobody may change it
 * @returns the same, reading each of the last four texts once
 */
export function remember<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.has(text) ? (known.get(text) as T) : read(text);
    // Last in, last out.
    known.delete(text);
    known.set(text, value);
    for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    return value;
  };
}

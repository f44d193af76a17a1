/** The end of a text that comes in pieces. */
export interface TextTail {
  add(piece: string): void;
  /** Its last characters, at most as many as are kept. */
  read(): string;
}

const bytesPerCharacter = 2;

/**
 * Keeps the last `characters` in memory of its own, outside the heap: strings that grow and are cut again would be large
 * objects that live until the next full collection, a hundred of them under an agent that floods its output.
 */
export function createTextTail(characters: number): TextTail {
  let memory = Buffer.alloc(0);
  let end = 0;
  const kept = () => Math.max(0, end - characters * bytesPerCharacter);
  return {
    add(piece) {
      const text = piece.length > characters ? piece.slice(-characters) : piece;
      // Most agents say nothing that would need it.
      if (memory.length === 0) memory = Buffer.alloc(2 * characters * bytesPerCharacter);
      if (end + text.length * bytesPerCharacter > memory.length) {
        memory.copyWithin(0, kept(), end);
        end -= kept();
      }
      end += memory.write(text, end, 'utf16le');
    },
    read: () => memory.toString('utf16le', kept(), end),
  };
}

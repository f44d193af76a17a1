/** Characters. Agents print whole files in one line; more than this is no event that matters. */
const MAX_LINE = 4 * 1024 * 1024;

export interface LineSplitter {
  push(chunk: string): string[];
  /** The last line, when it had no line break. */
  end(): string[];
}

/** Cuts a stream into lines, without their line breaks. Keeps at most `maxLine` characters of a line; the rest is dropped. */
export function createLineSplitter(maxLine: number = MAX_LINE): LineSplitter {
  let open = '';
  const extend = (piece: string): void => {
    if (open.length < maxLine) open += piece.slice(0, maxLine - open.length);
  };
  const close = (): string => {
    const line = open.endsWith('\r') ? open.slice(0, -1) : open;
    open = '';
    return line;
  };
  return {
    push(chunk) {
      const pieces = chunk.split('\n');
      const last = pieces.pop() ?? '';
      const lines = pieces.map((piece) => {
        extend(piece);
        return close();
      });
      extend(last);
      return lines;
    },
    end: () => (open === '' ? [] : [close()]),
  };
}

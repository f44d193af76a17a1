/** One line of a document, with what is needed to put it back byte for byte. A byte order mark belongs to no line. */
export interface Line {
  /** Without the line ending. */
  text: string;
  /** `\n`, `\r\n`, `\r`, or nothing at the end of the file. */
  eol: string;
}

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/y;

/** Cuts a text into lines. A final line ending makes no further, empty line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  LINE.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (LINE.lastIndex < text.length) {
    const match = LINE.exec(text);
    lines.push({ text: match?.[1] ?? '', eol: match?.[2] ?? '' });
  }
  return lines;
}

/** Width of the white space that a line starts with, in columns; a tab goes to the next multiple of four. */
export function indentOf(text: string): number {
  let column = 0;
  for (const char of text) {
    if (char === ' ') column += 1;
    else if (char === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}

/** Removes up to `columns` columns of leading white space. */
export function dedent(text: string, columns: number): string {
  let column = 0;
  let index = 0;
  while (column < columns && (text[index] === ' ' || text[index] === '\t')) {
    column += text[index] === '\t' ? 4 - (column % 4) : 1;
    index += 1;
  }
  return text.slice(index);
}

/** Whether a line holds nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

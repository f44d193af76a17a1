/** A gate item cut into what Markdown shows as prose, as code spans and as fenced blocks. */
export interface Piece {
  kind: 'prose' | 'span' | 'fence';
  /** Of a span: wrapped lines joined by one space, nothing unescaped. Of a fence: its lines, verbatim. */
  text: string;
  /** First word after a fence's opening mark, in lower case; empty otherwise. */
  language: string;
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/;

/** Code spans and prose of a text without fences (CommonMark 0.31, §6.1 and §2.4 for the escape). */
function inlinePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let proseFrom = 0;
  const prose = (end: number): void => {
    if (end > proseFrom) pieces.push({ kind: 'prose', text: text.slice(proseFrom, end), language: '' });
  };
  for (const opening of text.matchAll(/\\[^]|`+/g)) {
    const start = opening.index;
    if (opening[0].startsWith('\\') || start < proseFrom) continue;
    const body = closedBody(text, start + opening[0].length, opening[0].length);
    if (body === undefined) continue;
    prose(start);
    pieces.push({ kind: 'span', text: body.replace(/\s*\r?\n\s*/g, ' ').trim(), language: '' });
    proseFrom = start + body.length + 2 * opening[0].length;
  }
  prose(text.length);
  return pieces;
}

/** Text up to the next run of exactly `ticks` backticks; none across a blank line, which ends a paragraph. */
function closedBody(text: string, from: number, ticks: number): string | undefined {
  const closing = new RegExp(`(?<!\`)\`{${ticks}}(?!\`)`, 'g');
  closing.lastIndex = from;
  const end = closing.exec(text)?.index;
  const body = end === undefined ? undefined : text.slice(from, end);
  return body === undefined || /\n[ \t]*\r?\n/.test(body) ? undefined : body;
}

/** Cuts a gate item's Markdown into pieces, in order. Takes any text; an unclosed fence runs to the end. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let prose: string[] = [];
  let fence: { indent: number; mark: string; language: string; lines: string[] } | undefined;
  const flush = (): void => {
    if (prose.length > 0) pieces.push(...inlinePieces(prose.join('\n')));
    prose = [];
  };
  const close = (): void => {
    if (fence) pieces.push({ kind: 'fence', text: fence.lines.join('\n'), language: fence.language });
    fence = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const [, indent = '', mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence) {
      const closes = mark.startsWith(fence.mark) && info.trim() === '';
      if (closes) close();
      else fence.lines.push(line.replace(new RegExp(`^[ \\t]{0,${fence.indent}}`), ''));
    } else if (mark !== '') {
      flush();
      const language = info.trim().split(/[\s{]/)[0] ?? '';
      fence = { indent: indent.length, mark, language: language.toLowerCase(), lines: [] };
    } else {
      prose.push(line);
    }
  }
  flush();
  close();
  return pieces;
}

/** Stands for a character of a code span in a masked text. */
export const CODE = '\uFFFC';
/** Stands for a character of an HTML comment in a masked text. */
export const COMMENT = '\uFFFB';

const TOKEN = /\\[\s\S]|`+|<!--/g;

/** Start offsets of backtick runs by their length, in order. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const starts = runs.get(match[0].length);
    if (starts) starts.push(match.index);
    else runs.set(match[0].length, [match.index]);
  }
  return runs;
}

/** The first start at or after `from`. Earlier ones are dropped, so that a whole text costs one walk over its runs. */
function nextRun(starts: number[] | undefined, cursor: Map<number, number>, length: number, from: number) {
  if (!starts) return undefined;
  let index = cursor.get(length) ?? 0;
  while (index < starts.length && (starts[index] ?? 0) < from) index += 1;
  cursor.set(length, index);
  return starts[index];
}

/**
 * Replaces the code spans and HTML comments of one paragraph, character by character, so that columns stay; line
 * endings are kept. Rules of CommonMark 0.31 §6.1 and §6.6: a run of backticks closes with a run of the same length, or
 * is plain text; a backslash escapes outside of code only.
 */
export function maskInline(text: string): string {
  if (!text.includes('`') && !text.includes('<!--')) return text;
  const runs = backtickRuns(text);
  const cursor = new Map<number, number>();
  const lastComment = text.lastIndexOf('-->');
  const parts: string[] = [];
  let done = 0;
  const hide = (from: number, to: number, mark: string) => {
    const hidden = text
      .slice(from, to)
      .split('\n')
      .map((line) => mark.repeat(line.length));
    parts.push(text.slice(done, from), hidden.join('\n'));
    done = to;
    TOKEN.lastIndex = to;
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    const after = match.index + token.length;
    if (token.startsWith('`')) {
      const close = nextRun(runs.get(token.length), cursor, token.length, after);
      if (close !== undefined) hide(match.index, close + token.length, CODE);
    } else if (token === '<!--' && lastComment >= after) {
      hide(match.index, text.indexOf('-->', after) + 3, COMMENT);
    }
  }
  return parts.join('') + text.slice(done);
}

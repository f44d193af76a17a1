/** Just enough of bash's grammar to say which programs a command line calls, and whose exit code it ends with. */

export type Operator = '' | '|' | '||' | '&&' | ';' | '&';

/** One simple command of a list, and the operator that stands after it. */
export interface Segment {
  text: string;
  after: Operator;
}

/** What is skipped as a whole: escapes, quotes, redirections with `&`, comments. Then operators and brackets. */
const TOKEN =
  /\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"|`[^`]*`|\d*[<>]&[\d-]*|&>{1,2}|>\||(?<=^|\s)#[^\n]*|<<|\|\||&&|\|&|;+|[|&\n()]/g;

const OPERATORS: Record<string, Operator> = { '||': '||', '&&': '&&', '|': '|', '|&': '|', '&': '&', '\n': ';' };

/** Cuts at the operators that stand outside quotes and brackets. A here-document ends the cutting. */
export function segmentsOf(command: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  let depth = 0;
  const cut = (end: number, after: Operator): void => {
    const text = command
      .slice(from, end)
      .replace(/(?<=^|\s)#[^\n'"]*$/, '')
      .trim();
    if (text !== '') segments.push({ text, after });
  };
  for (const token of command.matchAll(TOKEN)) {
    const mark = token[0];
    if (mark === '(') depth += 1;
    else if (mark === ')') depth = Math.max(0, depth - 1);
    else if (mark === '<<' && !command.startsWith('<<<', token.index)) break;
    const operator = mark.startsWith(';') ? ';' : OPERATORS[mark];
    if (depth > 0 || operator === undefined) continue;
    cut(token.index, operator);
    from = token.index + mark.length;
  }
  cut(command.length, '');
  return segments;
}

const WORD = /^\s*((?:[^\s"'\\]|"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^])+)/;
const PREFIX = /^(?:!|\{|if|then|elif|else|while|until|do|time|[A-Za-z_]\w*\+?=.*)$/s;
const NOT_A_CALL = /^(?:for|case|select|function|in|fi|done|esac|\}|\)|\w+\(\).*)$/;

/** The word that a simple command calls: assignments, `!`, `(` and leading keywords skipped; `undefined` for none. */
export function calledWord(segment: string): string | undefined {
  let rest = segment;
  for (;;) {
    rest = rest.replace(/^[\s(]+/, '');
    const word = WORD.exec(rest)?.[1];
    if (word === undefined || NOT_A_CALL.test(word)) return undefined;
    if (!PREFIX.test(word)) return word.replace(/\)+$/, '');
    rest = rest.slice(word.length);
  }
}

/** Arguments and all after the called word. */
export function argumentsOf(segment: string): string {
  const word = calledWord(segment);
  return word === undefined ? '' : segment.slice(segment.indexOf(word) + word.length).trim();
}

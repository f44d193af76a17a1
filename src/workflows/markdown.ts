/** Pieces of Markdown made of other people's text, none of which can break out of its place. */

/** Text that is shown as it is; line breaks become spaces. */
export function plain(text: string, longest = 300): string {
  const line = cut(text.replaceAll(/\s+/g, ' ').trim(), longest);
  return line.replaceAll(/[\\`*_[\]<>|#~]/g, (character) => `\\${character}`);
}

/** Inline code. */
export function code(text: string, longest = 300): string {
  const line = cut(text.replaceAll(/\s+/g, ' ').trim(), longest);
  const ticks = longerThanAny(line, 1);
  // A space keeps a backtick at either end apart from the delimiter; both are taken off again (CommonMark 6.1).
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A block of code. */
export function fenced(text: string): string {
  const fence = longerThanAny(text, 3);
  return `${fence}\n${text}\n${fence}`;
}

/** A run of backticks that `text` doesn't hold. */
function longerThanAny(text: string, shortest: number): string {
  const longest = Math.max(shortest - 1, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  return '`'.repeat(longest + 1);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

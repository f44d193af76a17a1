/** What a diff adds, file by file: the text that a commit would put into history. */

export interface AddedText {
  /** From the top. */
  path: string;
  text: string;
  /** Number of each of its lines in the new file, from 1. */
  lines: number[];
}

const hunk = /^@@ -\S+ \+(\d+)/;

/** @param diff unified diff without context, with the prefixes `a/` and `b/`; a path that git had to quote stays escaped */
export function addedText(diff: string): AddedText[] {
  const files: { path: string; added: string[]; lines: number[] }[] = [];
  let next = 0;
  let inHunk = false;
  for (const line of diff.split('\n')) {
    const file = files.at(-1);
    const start = hunk.exec(line);
    if (start !== null) [next, inHunk] = [Number(start[1]), true];
    else if (line.startsWith('diff ')) inHunk = false;
    else if (!inHunk && line.startsWith('+++ ')) files.push({ path: pathOf(line), added: [], lines: [] });
    else if (inHunk && line.startsWith('+') && file !== undefined) {
      file.added.push(line.slice(1));
      file.lines.push(next);
      next += 1;
    }
  }
  return files.map(({ path, added, lines }) => ({ path, text: added.join('\n'), lines }));
}

function pathOf(line: string): string {
  return line
    .slice(4)
    .replace(/^"?b\//, '')
    .replace(/["\t]*$/, '');
}

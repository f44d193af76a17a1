/** The text with its lines broken at spaces; none is longer than `width`, except for a single long word. */
export function wrap(text, width) {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line, width) {
  const lines = [];
  let current = '';
  for (const word of line.split(' ').filter(Boolean)) {
    if (current === '') current = word;
    else if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current].join('\n');
}

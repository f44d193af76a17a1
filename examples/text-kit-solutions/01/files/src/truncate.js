/** The text, cut to `limit` characters; `…` marks the cut and counts as one. */
export function truncate(text, limit) {
  const characters = [...text];
  if (characters.length <= limit) return text;
  if (limit < 1) return '';
  return `${characters.slice(0, limit - 1).join('').trimEnd()}…`;
}

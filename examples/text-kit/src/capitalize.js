/** The text with its first letter in upper case. */
export function capitalize(text) {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}

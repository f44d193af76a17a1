/** The words of a text in lower case; anything but letters, their marks and digits separates them. */
export function words(text) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** A name for a web address: lower case, accents dropped, words joined by hyphens. */
export function slug(text) {
  return plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Latin letters without their accents; other scripts need their marks. */
function plain(text) {
  return text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1').normalize('NFC');
}

import { words } from './words.js';

/** A name for a web address: lower case, accents dropped, words joined by hyphens. */
export function slug(text) {
  return words(plain(text)).join('-');
}

/** Latin letters without their accents; other scripts need their marks. */
function plain(text) {
  return text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1').normalize('NFC');
}

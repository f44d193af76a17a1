import { capitalize } from './capitalize.js';
import { words } from './words.js';

/** `userName`, from any spelling. */
export function camelCase(text) {
  const [first = '', ...rest] = parts(text);
  return first + rest.map(capitalize).join('');
}

/** `user-name`, from any spelling. */
export function kebabCase(text) {
  return parts(text).join('-');
}

/** `user_name`, from any spelling. */
export function snakeCase(text) {
  return parts(text).join('_');
}

/** A hump begins a word too. */
function parts(text) {
  return words(text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2'));
}

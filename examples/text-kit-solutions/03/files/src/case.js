import { capitalize } from './capitalize.js';

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

function parts(text) {
  return splitHumps(text)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

function splitHumps(text) {
  return text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
}

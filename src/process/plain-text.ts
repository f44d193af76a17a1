import { stripVTControlCharacters } from 'node:util';

/**
 * Makes program output fit for prompts, logs and terminals: without colours and cursor movements, each run of control
 * bytes or of bytes that are no UTF-8 shown as one replacement character (U+FFFD).
 */
export function plainText(bytes: Uint8Array): string {
  const text = stripVTControlCharacters(Buffer.from(bytes).toString('utf8'));
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]+/g, '\ufffd');
}

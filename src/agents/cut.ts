/** Cutting text to a size without breaking a character. Sizes are bytes of UTF-8 unless a name says otherwise. */

export const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Text of at most `maxBytes`: the middle makes room for a line that says what is missing and where all of it is. */
export function cutMiddle(text: string, maxBytes: number, whereAllIs: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  const notice = `\n[… the middle is left out; all of it: ${whereAllIs}]\n`;
  const room = Math.max(0, maxBytes - byteLength(notice));
  const head = bytes.subarray(0, startOfCharacter(bytes, Math.ceil(room / 2)));
  const tail = bytes.subarray(endOfCharacter(bytes, bytes.length - Math.floor(room / 2)));
  return head.toString('utf8') + notice + tail.toString('utf8');
}

const continuesCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function startOfCharacter(bytes: Buffer, index: number): number {
  let at = index;
  while (at > 0 && continuesCharacter(bytes[at])) at -= 1;
  return at;
}

function endOfCharacter(bytes: Buffer, index: number): number {
  let at = index;
  while (continuesCharacter(bytes[at])) at += 1;
  return at;
}

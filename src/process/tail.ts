import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { plainText } from './plain-text.js';

/** How far from the end of a file the beginning of its last line is looked for, in bytes. */
const LINE_WINDOW = 64 * 1024;

/**
 * The end of a file of any size: at most `maxBytes` of it, from the beginning of a line where one begins in there,
 * as plain text (never longer than `maxBytes` characters). Rejects with the file system's error.
 */
export async function readTail(file: string, maxBytes: number): Promise<string> {
  return withFile(file, (descriptor, size) => {
    const start = Math.max(0, size - maxBytes);
    // The byte before tells whether a line begins right at `start`.
    const bytes = readRange(descriptor, Math.max(0, start - 1), size);
    return plainText(start === 0 ? bytes : fromWholeLine(bytes));
  });
}

/**
 * The last line that holds more than white space, as plain text without its line end; what a progress bar overwrote
 * with a carriage return doesn't count. A line of more than `maxBytes` characters is cut there; of one that begins
 * more than 64 KiB before its end the last characters are given, after an ellipsis. Reads from the end, some KiB.
 * Rejects with the file system's error.
 */
export async function readLastLine(file: string, maxBytes = 4096): Promise<{ printed: boolean; lastLine: string }> {
  return withFile(file, (descriptor, size) => {
    const end = endOfText(descriptor, size);
    const start = Math.max(0, end - LINE_WINDOW);
    const lines = plainText(readRange(descriptor, start, end)).split(/[\r\n]+/);
    const at = lines.findLastIndex((line) => line.trim() !== '');
    const line = (lines[at] ?? '').trim();
    const whole = at > 0 || start === 0;
    const lastLine = whole ? line.slice(0, maxBytes) : `…${line.slice(1 - maxBytes)}`;
    return { printed: at >= 0 || start > 0, lastLine: at < 0 ? '' : lastLine };
  });
}

function withFile<T>(file: string, read: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return read(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

function readRange(descriptor: number, start: number, end: number): Buffer {
  const buffer = Buffer.alloc(end - start);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, start));
}

/** Given one byte more at the front: from the first line's beginning, or where there is none, from a character's. */
function fromWholeLine(bytes: Buffer): Buffer {
  const line = bytes.indexOf('\n') + 1;
  if (line > 0 && line < bytes.length) return bytes.subarray(line);
  const inCharacter = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let start = 1;
  while (start < 4 && inCharacter(start)) start++;
  return bytes.subarray(start);
}

/** Where the white space at the end begins. */
function endOfText(descriptor: number, size: number): number {
  for (let end = size; end > 0; end -= LINE_WINDOW) {
    const start = Math.max(0, end - LINE_WINDOW);
    const bytes = readRange(descriptor, start, end);
    const last = bytes.findLastIndex((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
    if (last >= 0) return start + last + 1;
  }
  return 0;
}

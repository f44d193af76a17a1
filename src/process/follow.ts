import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK = 64 * 1024;
const POLL_MS = 100;

/**
 * Reads what a growing file gains, from its beginning, as text in pieces of some 64 KiB; a character is never cut
 * in two. The file may appear later, and may be cut short meanwhile: then it is read from its beginning again.
 *
 * @param onChunk gets each piece, in order; what it throws ends the following
 * @param options.signal ends the following at once, without the rest
 * @returns `stop`: reads on to the file's present end, then resolves; rejects with what ended the following
 */
export function followFile(
  file: string,
  onChunk: (text: string) => void,
  options: { signal: AbortSignal },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const followed = follow(file, onChunk, stopping.signal, options.signal);
  followed.catch(() => undefined); // told by `stop`
  return {
    stop: () => {
      stopping.abort();
      return followed;
    },
  };
}

async function follow(file: string, onChunk: (text: string) => void, stopping: AbortSignal, cancelled: AbortSignal) {
  const pause = AbortSignal.any([stopping, cancelled]);
  let handle: FileHandle | undefined;
  const reader = new GrowingText(onChunk);
  try {
    for (;;) {
      const last = stopping.aborted;
      handle ??= await openIfThere(file);
      if (handle) await reader.readAll(handle, cancelled);
      if (last || cancelled.aborted) break;
      await sleep(POLL_MS, undefined, { signal: pause }).catch(() => undefined);
    }
    if (!cancelled.aborted) reader.finish();
  } finally {
    await handle?.close();
  }
}

/** Where the reading stands, and the bytes of a character of which the rest is still to come. */
class GrowingText {
  private readonly buffer = Buffer.alloc(CHUNK);
  private decoder = new StringDecoder('utf8');
  private position = 0;

  constructor(private readonly onChunk: (text: string) => void) {}

  async readAll(handle: FileHandle, cancelled: AbortSignal): Promise<void> {
    if ((await handle.stat()).size < this.position) {
      this.position = 0;
      this.decoder = new StringDecoder('utf8');
    }
    while (!cancelled.aborted) {
      const { bytesRead } = await handle.read(this.buffer, 0, CHUNK, this.position);
      if (bytesRead === 0) return;
      this.position += bytesRead;
      this.pass(this.decoder.write(this.buffer.subarray(0, bytesRead)));
    }
  }

  finish(): void {
    this.pass(this.decoder.end());
  }

  private pass(text: string): void {
    if (text !== '') this.onChunk(text);
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

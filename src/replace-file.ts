/**
 * Replaces a file whole: whoever reads it meanwhile, and whoever looks after a kill, finds the old text or the new one.
 * Small files are written at once, which takes a twentieth of the way to Node's thread pool and back; the disk alone is
 * waited for there, several at once.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from './errors.js';

/** What a kill may leave beside a file, a pattern of gitignore(5); the next write of the same file takes it along. */
export const draftPattern = '.*.ralph-draft';

export interface ReplaceOptions {
  /** Wait until the disk has it; after a power loss it may be cut off otherwise. */
  durable: boolean;
  /** Of a new file, before the umask; a file that is there keeps its own, and its owner. */
  mode?: number;
}

const syncToDisk = promisify(fsync);

/**
 * For files that one process writes at a time. A symbolic link stays one. Rejects with the file system's error, and the
 * file is as it was.
 */
export async function replaceFile(
  path: string,
  content: string | Buffer,
  { durable, mode = 0o666 }: ReplaceOptions,
): Promise<void> {
  const before = statSync(path, { throwIfNoEntry: false });
  const file = before === undefined ? path : realpathSync.native(path);
  const draft = join(dirname(file), `.${basename(file)}.ralph-draft`);
  const handle = openSync(draft, 'w', mode);
  try {
    try {
      writeFileSync(handle, content);
      if (before !== undefined) takeOver(before, handle);
      if (durable) await syncToDisk(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Mode and owner of the file that is replaced. */
function takeOver({ mode, uid, gid }: Stats, handle: number): void {
  fchmodSync(handle, mode);
  try {
    fchownSync(handle, uid, gid);
  } catch (error) {
    // Only root may give a file away.
    if (errnoOf(error) !== 'EPERM') throw error;
  }
}

/** Files that only one of several processes may make: locks and claims. A reader sees one whole, or none. */
import { randomUUID } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from './errors.js';

const ending = '.ralph-draft';

/**
 * Makes the file with all of its text at once, through a link, unless it is there. The caller owns it then.
 *
 * @returns `false` when somebody else made it, or is making it: look again
 */
export async function makeExclusively(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}${ending}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    // The file is there, or its new owner has cleared our draft away.
    if (['EEXIST', 'ENOENT'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** For the owner of the file: removes the drafts of it that killed processes left; one of a living process is made again. */
export async function clearDrafts(file: string): Promise<void> {
  const own = `${basename(file)}.`;
  const names = await readdir(dirname(file));
  const drafts = names.filter((name) => name.startsWith(own) && name.endsWith(ending));
  await Promise.all(drafts.map((name) => rm(join(dirname(file), name), { force: true })));
}

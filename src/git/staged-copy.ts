/** The whole work tree, staged in an index of its own: the real one, and what is staged in it, stay untouched. */
import { constants, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { withEnv } from './command.js';
import { isIndex, readHead } from './index-file.js';
import { stageAll } from './stage.js';

const PREFIX = 'ralph-index-';

/** No step takes this long, in ms: an index of that age was left by one that was killed. */
const LEFTOVER_MS = 60 * 60_000;

/** Line ends that don't survive a round trip are for a person's commits to refuse; here the content must be kept. */
const LENIENT = ['core.safecrlf=false'];

/**
 * Calls `use` with a checkout whose git commands work on a copy of the real index in which everything is staged (see
 * `stageAll`). The copy knows which files haven't changed, which spares reading them all. Without a real index it is
 * read from HEAD. @throws GitCommandError
 */
export async function withStagedCopy<T>(
  checkout: Checkout,
  use: (copy: Checkout) => Promise<T>,
  extraPaths: string[] = [],
): Promise<T> {
  await removeStagedCopies(checkout, (madeMs) => Date.now() - madeMs > LEFTOVER_MS);
  const folder = mkdtempSync(join(checkout.gitDir, PREFIX));
  const index = join(folder, 'index');
  const copy = withEnv(checkout, { GIT_INDEX_FILE: index });
  try {
    const real = join(checkout.gitDir, 'index');
    if (await isIndex(real)) copyIndex(real, index);
    else await readHead(copy);
    await stageAll(copy, extraPaths, LENIENT);
    return await use(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyIndex(from: string, to: string): void {
  const { mtimeMs } = statSync(from);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  // git reads a file again when it is as young as the index; a younger copy would hide a change made in the same tick.
  const time = Math.floor(mtimeMs) / 1000;
  utimesSync(to, time, time);
}

/** Removes the copies that a killed step left. @param isLeft tells by a copy's age, epoch ms, whether it is one */
export async function removeStagedCopies({ gitDir }: Checkout, isLeft: (madeMs: number) => boolean): Promise<void> {
  for (const name of readdirSync(gitDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(gitDir, name);
    const made = statSync(folder, { throwIfNoEntry: false });
    if (made !== undefined && isLeft(made.mtimeMs)) rmSync(folder, { recursive: true, force: true });
  }
}

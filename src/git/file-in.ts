/** A file as a commit has it. */
import type { Checkout } from './checkout.js';
import { reading, runGit } from './command.js';

/** Text of the file (from the top) in a revision; `undefined` when it has none. */
export async function fileIn(checkout: Checkout, revision: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(reading(checkout), ['show', `${revision}:${path}`]);
  return code === 0 ? stdout.toString() : undefined;
}

/** What programs printed is kept without secrets, as soon as they have ended. */
import { messageOf } from '../errors.js';
import { listAttempts } from '../workspace/attempts.js';
import { anyOutput, maskFolder, mayHoldSecrets } from '../workspace/mask-files.js';
import { secretsOf } from '../workspace/secrets.js';
import type { Held } from './context.js';

/**
 * A disk that refuses must not cost the work: what could not be masked now is tried again when the run ends.
 *
 * @returns a sentence when it failed
 */
export async function maskOutput({ runFile }: Held, folder: string, names: RegExp): Promise<string[]> {
  try {
    await maskFolder(folder, names, secretsOf(runFile.env));
    return [];
  } catch (error) {
    return [`Secrets may still be in ${folder}: ${messageOf(error)}`];
  }
}

/** What killed workers, cancelled agents and runs that were terminated have left. @returns sentences on what failed */
export async function maskLeft(held: Held): Promise<string[]> {
  const notes: string[] = [];
  for (const { path } of await listAttempts(held.folder)) {
    if (await mayHoldSecrets(path)) notes.push(...(await maskOutput(held, path, anyOutput)));
  }
  return notes;
}

import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { prepareState } from './paths.js';
import { ServiceError } from './service-error.js';

/** The UUID that this state folder, and so the host, is known by; made at first use. Throws `ServiceError` (state-damaged). */
export async function hostId(state: string): Promise<string> {
  const { hostId: file } = await prepareState(state);
  return (await read(file)) ?? (await make(file));
}

async function read(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw new ServiceError(
    'state-damaged',
    `The host's identity in ${file} is damaged.`,
    'Put the UUID back (the task queues of open runs name it); delete the file only when no run is open.',
  );
}

// Two first commands may race: the first link wins, and both use what it holds.
async function make(file: string): Promise<string> {
  const id = randomUUID();
  const draft = `${file}.${id}`;
  await writeFile(draft, `${id}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await read(file)) ?? id;
}

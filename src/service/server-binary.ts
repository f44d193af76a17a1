import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { withFileLock } from './file-lock.js';
import { ServiceError } from './service-error.js';
import { buildBinary, cliServerVersion, cliVersion, downloadBinary, type BinarySource } from './binary-sources.js';
import { inspectBinary, type ServerBinary } from './temporal-version.js';

export interface BinarySearch {
  /** The cache folder. */
  cache: string;
  env: Readonly<Record<string, string | undefined>>;
  say: (message: string) => void;
  /** Only this version of the server will do: it is the one that made the database. */
  serverVersion?: string | undefined;
  /** How a CLI that isn't here is obtained, best first: by the SDK's download, then by a build. */
  sources?: ((source: BinarySource) => Promise<string | undefined>)[];
}

/** Where our own copy of the CLI lies: the version is in the path, so a copy is never replaced. */
export function cachedBinary(cache: string): string {
  return join(cache, 'server', cliVersion, 'temporal');
}

/**
 * Finds a Temporal CLI: `temporal` on PATH, our cache, the SDK's download, a build with Go. The last two may take minutes and say
 * so. Throws `ServiceError` (binary-missing).
 */
export async function findServerBinary(search: BinarySearch): Promise<ServerBinary> {
  const found = (await findInstalled(search)) ?? (await obtain(search));
  if (found) return found;
  const wanted = search.serverVersion ? ` with server ${search.serverVersion}, which made the database` : '';
  throw new ServiceError(
    'binary-missing',
    `No Temporal CLI${wanted} is on PATH or in ${search.cache}, and it could be neither downloaded nor built.`,
    `Install it (https://docs.temporal.io/cli), or Go from https://go.dev, or name a running service in TEMPORAL_ADDRESS.`,
  );
}

async function findInstalled(search: BinarySearch): Promise<ServerBinary | undefined> {
  for (const path of await executablesOnPath(search.env['PATH'] ?? '')) {
    const binary = await inspectBinary(path);
    if (!binary) search.say(`${path} is not a Temporal CLI that works; it is passed over.`);
    else if (fits(binary, search)) return keep(binary, search.cache);
  }
  for (const path of await cachedBinaries(search.cache)) {
    const binary = await inspectBinary(path);
    if (binary && fits(binary, search)) return binary;
  }
  return undefined;
}

// One at a time for all state folders: a second command waits for the first one's copy instead of building its own.
async function obtain(search: BinarySearch): Promise<ServerBinary | undefined> {
  if (!fits({ path: '', serverVersion: cliServerVersion }, search)) return undefined;
  const folder = join(search.cache, 'server');
  await mkdir(folder, { recursive: true });
  const lock = { purpose: 'fetching the Temporal CLI', say: search.say, waitMs: 30 * 60_000 };
  return withFileLock(join(folder, 'fetch.lock'), lock, async () => {
    await removeLeftovers(folder);
    let made = await inspectBinary(cachedBinary(search.cache));
    for (const source of search.sources ?? [downloadBinary, buildBinary]) made ??= await take(source, folder, search);
    return made;
  });
}

// Only a program that has answered gets its final name, and by a rename: no kill leaves half a binary there.
async function take(
  source: (source: BinarySource) => Promise<string | undefined>,
  folder: string,
  search: BinarySearch,
) {
  const draft = join(folder, `draft-${randomUUID()}`);
  const target = cachedBinary(search.cache);
  const path = await source({ ...search, folder: draft });
  if (path && (await inspectBinary(path))) {
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
  await rm(draft, { recursive: true, force: true });
  return inspectBinary(target);
}

/**
 * A copy of a CLI that someone else may upgrade, even in place: the database must be opened by what made it.
 * A shim or a wrapper that doesn't work from another place is used where it is.
 */
async function keep(binary: ServerBinary, cache: string): Promise<ServerBinary> {
  const target = join(cache, 'server', `server-${binary.serverVersion}`, 'temporal');
  const kept = await inspectBinary(target);
  if (kept?.serverVersion === binary.serverVersion) return kept;
  const draft = `${target}.${randomUUID()}`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await copyFile(binary.path, draft, constants.COPYFILE_FICLONE);
    if ((await inspectBinary(draft))?.serverVersion !== binary.serverVersion) return binary;
    await rename(draft, target);
    return { ...binary, path: target };
  } finally {
    await rm(draft, { force: true });
  }
}

function fits(binary: ServerBinary, { serverVersion }: BinarySearch): boolean {
  return serverVersion === undefined || binary.serverVersion === serverVersion;
}

async function executablesOnPath(path: string): Promise<string[]> {
  const candidates = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'temporal'));
  const files = await Promise.all(candidates.map(isExecutable));
  return candidates.filter((_, index) => files[index]);
}

async function isExecutable(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  return entry !== undefined && entry.isFile() && (entry.mode & 0o111) !== 0;
}

async function cachedBinaries(cache: string): Promise<string[]> {
  const names = await readdir(join(cache, 'server')).catch((): string[] => []);
  const own = cachedBinary(cache);
  const others = names
    .filter((name) => name.startsWith('server-'))
    .map((name) => join(cache, 'server', name, 'temporal'));
  return [own, ...others];
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('draft-')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

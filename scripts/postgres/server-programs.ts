/** The Temporal server and its schema tool, as the containers have them, built once from the Go module proxy. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cliServerVersion } from '../../src/service/binary-sources.js';
import { cacheFolder } from '../../src/service/paths.js';

export interface ServerPrograms {
  server: string;
  sql: string;
  /** Folder of the schema versions that the tool applies, by database. */
  schema: { temporal: string; visibility: string };
}

const version = `v${cliServerVersion}`;
const commands = [`go.temporal.io/server/cmd/server@${version}`, `go.temporal.io/server/cmd/tools/sql@${version}`];

/** Builds them when the cache has none: some minutes on two cores, one build at a time. Throws when Go is missing or fails. */
export async function serverPrograms(say: (message: string) => void): Promise<ServerPrograms> {
  const folder = join(cacheFolder(), 'temporal-server', cliServerVersion);
  if (!existsSync(join(folder, 'server')) || !existsSync(join(folder, 'sql'))) await build(folder, say);
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', `go.temporal.io/server@${version}`]);
  const { Dir } = JSON.parse(stdout) as { Dir: string };
  const schema = (database: string) => join(Dir, 'schema', 'postgresql', 'v12', database, 'versioned');
  return {
    server: join(folder, 'server'),
    sql: join(folder, 'sql'),
    schema: { temporal: schema('temporal'), visibility: schema('visibility') },
  };
}

// By way of a draft, so that a build that is cut off leaves nothing that looks whole.
async function build(folder: string, say: (message: string) => void): Promise<void> {
  say(`Building the Temporal server ${version} with Go, once; this takes some minutes …`);
  await mkdir(join(folder, '..'), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const child = spawn('nice', ['go', 'install', '-p', '1', ...commands], {
    env: { ...process.env, GOBIN: draft },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`go install of the Temporal server ended with ${code}.`);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

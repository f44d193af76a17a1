/** A PostgreSQL of our own on a free port of loopback, its files in a temporary folder. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/service/ports.js';
import { Child } from './child.js';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** Folder of PostgreSQL's programs, the newest that is installed; `undefined` without one. */
export async function postgresPrograms(): Promise<string | undefined> {
  const versions = (await readdir(debian).catch((): string[] => [])).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** Starts it with a superuser `temporal` who needs no password on loopback. */
export async function startPostgres(bin: string, folder: string): Promise<{ port: number; child: Child }> {
  const user = await ownUser();
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (user !== undefined) await chown(data, user.uid, user.gid);
  const options = ['--username=temporal', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...options], { cwd: data, ...user });
  const port = await freePort(0);
  const settings = ['-c', `unix_socket_directories=${data}`, '-c', 'fsync=off'];
  const child = Child.start({
    command: [join(bin, 'postgres'), '-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings],
    cwd: data,
    logFile: join(folder, 'postgres.log'),
    ...user,
  });
  await child.until(async () => {
    await run(join(bin, 'pg_isready'), ['--host=127.0.0.1', `--port=${port}`, '--username=temporal']);
    return true;
  });
  return { port, child };
}

/** PostgreSQL refuses root; Debian's package brings a user for it. */
async function ownUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { buildBinary, downloadBinary } from '../../src/service/binary-sources.js';
import { cachedBinary, findServerBinary, type BinarySearch } from '../../src/service/server-binary.js';
import { serverVersionIn } from '../../src/service/temporal-version.js';
import { plainEnv } from './support.js';

let folder: string;
let said: string[];
let search: BinarySearch;
const inFolder = (...parts: string[]) => join(folder, ...parts);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ralph-binary-'));
  said = [];
  const env = { ...plainEnv, PATH: `${inFolder('bin')}:/usr/bin:/bin` };
  search = { cache: inFolder('cache'), env, say: (message) => said.push(message), sources: [] };
});
afterEach(() => rm(folder, { recursive: true }));

async function program(path: string, script: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}
const cli = (server: string) => `echo "temporal version 1.0.0 (Server ${server}, UI 2.0.0)"`;
/** A `go` that takes a moment and then "installs" a CLI. */
const go = (then: string) => `echo run >> "${inFolder('go-runs')}"\nsleep 0.3\n${then}`;
const installs = `mkdir -p "$GOBIN" && printf '#!/bin/sh\\n%s\\n' '${cli('1.29.1')}' > "$GOBIN/temporal" && chmod +x "$GOBIN/temporal"`;

describe('a CLI that is there', () => {
  it('is taken from PATH first, as a copy that an upgrade does not change', async () => {
    const installed = await program(inFolder('bin', 'temporal'), cli('1.31.0'));
    await program(cachedBinary(search.cache), cli('1.29.1'));
    const found = await findServerBinary(search);
    expect(found.serverVersion).toBe('1.31.0');
    await program(installed, cli('1.32.0'));
    expect(await readFile(found.path, 'utf8')).toContain('1.31.0');
  });

  it('is passed over when it is something else, or not the version that made the database', async () => {
    await program(inFolder('bin', 'temporal'), 'echo hello');
    const cached = await program(cachedBinary(search.cache), cli('1.29.1'));
    expect(await findServerBinary(search)).toEqual({ path: cached, serverVersion: '1.29.1' });
    expect(said.join()).toContain('is not a Temporal CLI');
    await program(inFolder('bin', 'temporal'), cli('1.31.0'));
    expect((await findServerBinary({ ...search, serverVersion: '1.29.1' })).path).toBe(cached);
  });
});

describe('a CLI that must be built', () => {
  it('is built once by commands that race', async () => {
    await program(inFolder('bin', 'go'), go(installs));
    const builds = { ...search, sources: [buildBinary] };
    const found = await Promise.all([findServerBinary(builds), findServerBinary(builds), findServerBinary(builds)]);
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set([cachedBinary(search.cache)]));
    expect(await readFile(inFolder('go-runs'), 'utf8')).toBe('run\n');
    expect(await readdir(inFolder('cache', 'server'))).toEqual(['1.5.1']);
  });

  it('leaves nothing of a failed build, and says what failed and what to install', async () => {
    await program(inFolder('bin', 'go'), go(`echo half > "$GOBIN/temporal"; echo "no proxy" >&2; exit 1`));
    await expect(findServerBinary({ ...search, sources: [buildBinary] })).rejects.toMatchObject({
      code: 'binary-missing',
      hint: expect.stringContaining('Install it'),
    });
    expect(said.join()).toMatch(/build failed after \d+ s: no proxy/);
    expect(await readdir(inFolder('cache', 'server'))).toEqual([]);
  });

  it('is not even tried when it could not open the database', async () => {
    await program(inFolder('bin', 'go'), go(installs));
    const wanted = findServerBinary({ ...search, sources: [buildBinary], serverVersion: '1.31.0' });
    await expect(wanted).rejects.toMatchObject({
      code: 'binary-missing',
      message: expect.stringContaining('server 1.31.0'),
    });
    expect(await readdir(folder)).not.toContain('go-runs');
  });
});

test('a download from a network that swallows everything is given up within seconds', async () => {
  const hole = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
  const proxy = `http://127.0.0.1:${(hole.address() as { port: number }).port}`;
  const startedAt = Date.now();
  const env = { ...plainEnv, HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: '', no_proxy: '' };
  expect(await downloadBinary({ folder: inFolder('draft'), env, say: search.say })).toBeUndefined();
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  hole.close();
}, 30_000);

test.each([
  ['temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', '1.29.1'],
  ['temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)\n', '1.29.1'],
  ['temporal version 0.11.0 (server 1.22.3) (ui 2.21.3)', '1.22.3'],
  ['tctl version 1.18', undefined],
])('the version in %j', (text, version) => expect(serverVersionIn(text)).toBe(version));

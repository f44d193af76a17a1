/** Server and worker as a service of the session. systemd itself is not asked: a stand-in checks what it is told. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchdPlist } from '../../src/service/at-login/launchd-plist.js';
import { loginService } from '../../src/service/at-login/login-service.js';
import { systemdUnit } from '../../src/service/at-login/systemd-unit.js';
import { ralph, startRalph } from '../support/cli.js';
import { isAlive } from '../support/processes.js';
import { useService } from '../support/service.js';
import { waitFor } from '../support/wait-for.js';
import { recordedPids } from './recorded-pids.js';

const { env, stateDir } = useService();
/** Accepts the words that are meant for it, and for `enable` wants the unit to be there already. */
const systemctl = `#!/bin/bash
echo "$*" >> "$(dirname "$0")/told"
[ "$1" = --user ] || exit 64
unit="$XDG_CONFIG_HOME/systemd/user/\${!#}"
case "$2 $3" in
  'daemon-reload ') ;;
  'enable --now') [ -f "$unit" ] || { echo "no unit $unit" >&2; exit 5; } ;;
  'disable --now') [ -f "$unit" ] || exit 5 ;;
  *) exit 64 ;;
esac
`;

describe('up and down --at-login', () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ralph-login-'));
    await writeFile(join(folder, 'systemctl'), systemctl);
    await chmod(join(folder, 'systemctl'), 0o755);
    environment = { ...env, PATH: `${folder}:${process.env.PATH}`, XDG_CONFIG_HOME: join(folder, 'config') };
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('install a user unit and start it, and remove it again', async () => {
    const { name } = loginService(environment);
    const unit = join(folder, 'config', 'systemd', 'user', `${name}.service`);
    const up = await ralph(['up', '--at-login'], { cwd: tmpdir(), env: environment });
    expect(up).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(unit) });
    expect(await readFile(unit, 'utf8')).toContain(`Environment="RALPH_STATE_DIR=${stateDir}"`);
    expect(await told()).toEqual(['--user daemon-reload', `--user enable --now ${name}.service`]);

    const down = await ralph(['down', '--at-login'], { cwd: tmpdir(), env: environment });
    expect(down.exitCode).toBe(0);
    expect(existsSync(unit)).toBe(false);
    expect((await told()).slice(2)).toEqual([`--user disable --now ${name}.service`, '--user daemon-reload']);
    const again = await ralph(['down', '--at-login'], { cwd: tmpdir(), env: environment });
    expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Nothing was installed') });
  }, 120_000);

  test('say what is wrong where the service manager refuses', async () => {
    await writeFile(join(folder, 'systemctl'), '#!/bin/sh\necho "Failed to connect to bus" >&2; exit 1\n');
    const { exitCode, stderr } = await ralph(['up', '--at-login'], { cwd: tmpdir(), env: environment });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('`systemctl --user daemon-reload` failed: Failed to connect to bus.');
    expect(stderr).toContain('`ralph up` starts server and worker');
  }, 60_000);

  async function told(): Promise<string[]> {
    return (await readFile(join(folder, 'told'), 'utf8')).trim().split('\n');
  }
});

test('a unit holds any environment, and nothing secret', async () => {
  const odd = { PATH: '/a b:/c%d:/"e"\\:$HOME', RALPH_STATE_DIR: stateDir, TEMPORAL_API_KEY: 'secret', HOME: '/h' };
  const unit = systemdUnit(loginService(odd));
  expect(unit).toContain('Environment="PATH=/a b:/c%%d:/\\"e\\"\\\\:$HOME"\n');
  expect(unit).not.toContain('secret');
  // `man systemd-analyze`: exits with an error for a unit that can't be loaded.
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    process.stderr.write('systemd-analyze is not here: the unit is not verified by it.\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'ralph-unit-'));
  const file = join(folder, 'ralph-test.service');
  await writeFile(file, unit);
  const { status, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', '--man=no', file], {
    encoding: 'utf8',
    // Without a session nobody has made one.
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
  });
  await rm(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});

test('a launch agent holds any environment', () => {
  const plist = launchdPlist(loginService({ PATH: '/a&b:</c>', RALPH_STATE_DIR: stateDir }));
  expect(plist).toContain('<key>PATH</key><string>/a&amp;b:&lt;/c&gt;</string>');
  expect(plist).toMatch(
    /<key>ProgramArguments<\/key><array>(<string>[^<]+<\/string>)+<string>--foreground<\/string><\/array>/,
  );
  const open = plist.match(/<[a-z]+>/g) ?? [];
  const closed = plist.match(/<\/[a-z]+>/g) ?? [];
  expect(open.length).toBeGreaterThan(20);
  expect(closed).toHaveLength(open.length + 1); // <plist version="1.0"> is the one that has an attribute.
});

test('up --foreground starts again what dies, and stops both when told to', async () => {
  const running = startRalph(['up', '--foreground'], { cwd: tmpdir(), env });
  const bothUp = async (not: number[] = []) => {
    const pids = await recordedPids(stateDir);
    const alive = await Promise.all(pids.map(isAlive));
    return pids.length === 2 && alive.every(Boolean) && !pids.some((pid) => not.includes(pid)) && pids;
  };
  await waitFor(() => running.printed().stderr.includes('are up'), { timeoutMs: 60_000, what: 'the start' });
  const first = await waitFor(() => bothUp(), { timeoutMs: 20_000, what: 'server and worker' });
  first.forEach((pid) => process.kill(pid, 'SIGKILL'));
  const second = await waitFor(() => bothUp(first), { timeoutMs: 90_000, what: 'both to be started again' });

  running.child.kill('SIGTERM');
  expect(await running.done).toMatchObject({ exitCode: 0 });
  expect(await Promise.all(second.map(isAlive))).toEqual([false, false]);
}, 240_000);

/** Puts the service into the hands of the user's own service manager, and takes it out again. */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { execa, ExecaError } from 'execa';
import writeFileAtomic from 'write-file-atomic';
import { UserError } from '../../errors.js';
import { launchdLabel, launchdPlist } from './launchd-plist.js';
import type { LoginService } from './login-service.js';
import { systemdUnit } from './systemd-unit.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface Manager {
  file: string;
  text: string;
  /** Commands that make the manager know and start the service, in order. */
  install: string[][];
  remove: string[][];
  /** After the file is gone. */
  forget: string[][];
}

/** Writes the service's file and starts it. Gives the file's path. Throws `UserError` (service-manager). */
export async function installAtLogin(service: LoginService, env: Environment): Promise<string> {
  const { file, text, install } = managerOf(service, env);
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, text, { mode: 0o600 });
  for (const command of install) await run(command, env);
  return file;
}

/** Stops the service and removes its file; `undefined` when there is none. Throws `UserError` (service-manager). */
export async function removeAtLogin(service: LoginService, env: Environment): Promise<string | undefined> {
  const { file, remove, forget } = managerOf(service, env);
  if (!existsSync(file)) return undefined;
  for (const command of remove) await run(command, env);
  await rm(file, { force: true });
  for (const command of forget) await run(command, env);
  return file;
}

function managerOf(service: LoginService, env: Environment): Manager {
  if (process.platform === 'linux') return systemd(service, env);
  if (process.platform === 'darwin') return launchd(service);
  throw new UserError(
    'service-manager',
    `There is no service at login for ${process.platform}.`,
    'Let your service manager run `ralph up --foreground`.',
  );
}

function systemd(service: LoginService, env: Environment): Manager {
  const unit = `${service.name}.service`;
  const named = env['XDG_CONFIG_HOME'];
  const config = named && isAbsolute(named) ? named : join(homedir(), '.config');
  const systemctl = (...words: string[]) => ['systemctl', '--user', ...words];
  return {
    file: join(config, 'systemd', 'user', unit),
    text: systemdUnit(service),
    install: [systemctl('daemon-reload'), systemctl('enable', '--now', unit)],
    remove: [systemctl('disable', '--now', unit)],
    forget: [systemctl('daemon-reload')],
  };
}

function launchd(service: LoginService): Manager {
  const domain = `gui/${process.getuid?.() ?? 0}`;
  const file = join(homedir(), 'Library', 'LaunchAgents', `${launchdLabel(service)}.plist`);
  return {
    file,
    text: launchdPlist(service),
    install: [['launchctl', 'bootstrap', domain, file]],
    remove: [['launchctl', 'bootout', `${domain}/${launchdLabel(service)}`]],
    forget: [],
  };
}

async function run([command = '', ...words]: string[], env: Environment): Promise<void> {
  try {
    await execa(command, words, { env, extendEnv: false, timeout: 120_000 });
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error;
    const reason = error.code === 'ENOENT' ? 'it is not on PATH' : String(error.stderr).trim() || error.shortMessage;
    throw new UserError(
      'service-manager',
      `\`${[command, ...words].join(' ')}\` failed: ${reason}.`,
      'Without a service manager of your own session, `ralph up` starts server and worker, and any command that finds them dead.',
    );
  }
}

/** `up --at-login`, `down --at-login`: server and worker as a service of the user's own session. */
import { installAtLogin, removeAtLogin } from '../service/at-login/install.js';
import { loginService } from '../service/at-login/login-service.js';
import { say } from './output.js';

/** Throws `UserError` (service-manager). */
export async function upAtLogin(): Promise<void> {
  const file = await installAtLogin(loginService(process.env), process.env);
  say(`Server and worker start at login from now on: ${file}`);
  if (process.platform === 'linux') {
    say('They end when you log out; to keep them, and to have them from boot on: loginctl enable-linger');
  }
}

/** Throws `UserError` (service-manager). */
export async function downAtLogin(): Promise<void> {
  const file = await removeAtLogin(loginService(process.env), process.env);
  say(file === undefined ? 'Nothing was installed to start at login.' : `Removed ${file}.`);
}

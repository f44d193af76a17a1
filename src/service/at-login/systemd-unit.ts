import type { LoginService } from './login-service.js';

/** The text of a user unit (systemd.unit(5), systemd.service(5)). */
export function systemdUnit({ command, workingDirectory, environment }: LoginService): string {
  return [
    '# Written by `ralph up --at-login`; `ralph down --at-login` removes it.',
    '[Unit]',
    'Description=Ralph Loop Runner: Temporal server and worker',
    // A service elsewhere may be out of reach for longer than any number of tries.
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    // The words of a command also know variables; those of the environment don't.
    `ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}`,
    `WorkingDirectory=${workingDirectory.replaceAll('%', '%%')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    'Restart=on-failure',
    'RestartSec=10',
    // Only our own process is told; it stops the worker before the server that the worker reports to.
    'KillMode=mixed',
    'TimeoutStopSec=90',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** One word, whatever is in it: quotes and backslashes escaped, specifiers switched off, line breaks as `\n`. */
function quoted(word: string): string {
  const text = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('%', '%%');
  return `"${text}"`;
}

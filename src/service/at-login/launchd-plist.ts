import { join } from 'node:path';
import { statePaths } from '../paths.js';
import type { LoginService } from './login-service.js';

/** The text of a launch agent (launchd.plist(5)). */
export function launchdPlist(service: LoginService): string {
  const { command, workingDirectory, environment, state } = service;
  const log = join(statePaths(state).logs, 'at-login.log');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key>${string(launchdLabel(service))}`,
    `  <key>ProgramArguments</key><array>${command.map(string).join('')}</array>`,
    `  <key>WorkingDirectory</key>${string(workingDirectory)}`,
    '  <key>EnvironmentVariables</key><dict>',
    ...Object.entries(environment).map(([name, value]) => `    <key>${escaped(name)}</key>${string(value)}`),
    '  </dict>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '  <key>ExitTimeOut</key><integer>90</integer>',
    `  <key>StandardOutPath</key>${string(log)}`,
    `  <key>StandardErrorPath</key>${string(log)}`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

/** Launchd wants names as of a domain. */
export function launchdLabel({ name }: Pick<LoginService, 'name'>): string {
  return `ralph-loop-runner.${name}`;
}

function string(text: string): string {
  return `<string>${escaped(text)}</string>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

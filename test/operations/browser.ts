/** Debian's Chromium under Playwright, for tests that look at pages as a person does. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of a browser on PATH; without one its absence is printed, so that a passed-over test is seen. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
  if (found === undefined) {
    process.stderr.write('No browser on PATH: the Web UI is not looked at. On Debian: apt-get install chromium\n');
  }
  return found;
}

/** Starts it without a window; it asks nobody outside for anything. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ];
  // Root, as in a container, may not use the sandbox; pages are of the local server alone.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...quiet, ...sandbox, '--disable-gpu'] });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

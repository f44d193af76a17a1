import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeArguments, packageRoot } from './own-program.js';

/** The last CLI that `go install` accepts (later ones have replace directives), so that every source gives the same server. */
export const cliVersion = '1.5.1';
/** The server inside that CLI. */
export const cliServerVersion = '1.29.1';

export interface BinarySource {
  /** A new folder of our own, to work in. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  say: (message: string) => void;
}

/** The SDK's download; without a network it gives up after 8 s. Gives the program's path, or `undefined`. */
export async function downloadBinary({ folder, env, say }: BinarySource): Promise<string | undefined> {
  say(`Downloading the Temporal CLI ${cliVersion} …`);
  await mkdir(folder, { recursive: true });
  const program = nodeArguments('service/download-cli');
  const child = spawn(process.execPath, [...program, folder, cliVersion], { cwd: packageRoot, env, stdio: 'ignore' });
  // Its first byte shows that there is a network; after that only a limit on the whole makes sense.
  const noByte = setTimeout(() => void readdir(folder).then((names) => names.length || child.kill('SIGKILL')), 8_000);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 5 * 60_000);
  await exitOf(child);
  clearTimeout(noByte);
  clearTimeout(tooLong);
  // Whether the SDK could also start it is not what was asked.
  const names = await readdir(folder);
  if (names.includes(`temporal-v${cliVersion}`)) return join(folder, `temporal-v${cliVersion}`);
  say('The download did not work (no network?).');
  return undefined;
}

/** Builds the CLI from the Go module proxy, 3–6 minutes on two cores. Gives the program's path, or `undefined`. */
export async function buildBinary({ folder, env, say }: BinarySource): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const child = spawn('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${cliVersion}`], {
    env: { ...env, GOBIN: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastLine = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastLine = text.trim().split('\n').at(-1) ?? lastLine;
  });
  child.once('spawn', () => say(`Building the Temporal CLI ${cliVersion} with Go, once; this takes some minutes …`));
  const progress = setInterval(() => say(`Still building the Temporal CLI, ${seconds()} s so far.`), 15_000);
  const code = await exitOf(child);
  clearInterval(progress);
  if (code === 0) return join(folder, 'temporal');
  say(code === 'missing' ? 'Go is not installed.' : `The build failed after ${seconds()} s: ${lastLine}`);
  return undefined;
}

// A child that outlives us would work on for minutes for nobody.
async function exitOf(child: ChildProcess): Promise<number | 'missing' | null> {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve('missing'));
      child.once('close', resolve);
    });
  } finally {
    process.off('exit', end);
  }
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A program that said it is the Temporal CLI, and the version of the server inside it. */
export interface ServerBinary {
  path: string;
  serverVersion: string;
}

/** Asks the program for its version; `undefined` when it doesn't start, hangs for 10 s, or isn't the Temporal CLI. */
export async function inspectBinary(path: string): Promise<ServerBinary | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    const serverVersion = serverVersionIn(stdout);
    return serverVersion === undefined ? undefined : { path, serverVersion };
  } catch {
    return undefined;
  }
}

/** The server's version in what `temporal --version` prints; the CLI's own says `DEV` when it was built by `go install`. */
export function serverVersionIn(text: string): string | undefined {
  return /^temporal version \S+ \(server ([^\s,)]+)/i.exec(text)?.[1];
}

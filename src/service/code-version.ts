import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeRoot, packageRoot } from './own-program.js';

/** Written by the build, so that a command needn't read all modules. */
const builtHash = join(packageRoot, 'dist', 'code.sha256');

/** Names the code that runs: the package's version and a hash of our own modules, so that a checkout's edits count too. */
export async function codeVersion(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const known = dirname(builtHash) === resolve(codeRoot) && existsSync(builtHash);
  return `${version}+${known ? readFileSync(builtHash, 'utf8') : hashOfCode(codeRoot)}`;
}

/** For the build: names what it has compiled. */
export function recordCodeHash(): void {
  writeFileAtomic.sync(builtHash, hashOfCode(dirname(builtHash)));
}

function hashOfCode(root: string): string {
  const names = (readdirSync(root, { recursive: true }) as string[]).filter((name) => /\.(js|ts)$/.test(name)).sort();
  return hashOf(names.map((name) => [name, readFileSync(join(root, name))]));
}

/** The first 16 hex digits of SHA-256 over names and contents. */
export function hashOf(parts: Iterable<[name: string, content: Uint8Array | string]>): string {
  const hash = createHash('sha256');
  for (const [name, content] of parts) hash.update(`${name}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
}

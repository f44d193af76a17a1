import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeRoot, packageRoot } from './own-program.js';

/** Names the code that runs: the package's version and a hash of our own modules, so that a checkout's edits count too. */
export async function codeVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const names = (await readdir(codeRoot, { recursive: true })).filter((name) => /\.(js|ts)$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(codeRoot, name))));
  return `${version}+${hashOf(names.map((name, index) => [name, texts[index]!]))}`;
}

/** The first 16 hex digits of SHA-256 over names and contents. */
export function hashOf(parts: Iterable<[name: string, content: Uint8Array | string]>): string {
  const hash = createHash('sha256');
  for (const [name, content] of parts) hash.update(`${name}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, dirname, join } from 'node:path';
import { codeRoot } from '../own-program.js';
import { hashOf } from '../code-version.js';

const { version: sdkVersion } = createRequire(import.meta.url)('@temporalio/workflow/package.json') as {
  version: string;
};
const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g;

/** Names what a workflow bundle is made of: a hash of the entry, of all modules of ours that it imports, and the SDK's version. */
export async function hashOfWorkflows(entry: string): Promise<string> {
  const texts = new Map<string, string>();
  await collect(entry, texts);
  const named = [...texts].map(([file, text]): [string, string] => [relative(codeRoot, file), text]);
  return hashOf([['sdk', sdkVersion], ...named.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

async function collect(file: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(file)) return;
  const text = await readFile(file, 'utf8');
  texts.set(file, text);
  const ending = file.slice(file.lastIndexOf('.'));
  for (const [, path] of text.matchAll(relativeImport)) await collect(`${join(dirname(file), path!)}${ending}`, texts);
}

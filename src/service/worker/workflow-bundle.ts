import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type Logger } from '@temporalio/worker';
import writeFileAtomic from 'write-file-atomic';
import { packageRoot } from '../own-program.js';
import { hashOfWorkflows } from './workflow-sources.js';

/** Written by the build; the file beside it holds the hash of the sources that it was made from. */
export const builtBundle = join(packageRoot, 'dist', 'workflow-bundle.js');
const builtHash = `${builtBundle}.sha256`;
const kept = 8;

export interface BundleSource {
  /** The module that exports the workflows, `.ts` or `.js`. */
  entry: string;
  /** The cache folder. */
  cache: string;
  logger: Logger;
}

/** The path of the bundled workflows: the build's if it fits the sources, else one of the cache, else a new one (webpack, 2–5 s). */
export async function workflowBundle({ entry, cache, logger }: BundleSource): Promise<string> {
  const hash = await hashOfWorkflows(entry);
  if (await builtFits(entry, hash)) return builtBundle;
  const folder = join(cache, 'workflow-bundles');
  const file = join(folder, `${hash}.js`);
  if (existsSync(file)) return file;
  logger.info('Bundling the workflows …');
  const code = await bundle(entry);
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(file, code);
  await prune(folder);
  return file;
}

/** Makes the bundle that ships with the build. */
export async function buildWorkflowBundle(entry: string): Promise<void> {
  const code = await bundle(entry);
  // The hash comes last: a build that is cut off leaves a bundle that nobody trusts.
  await mkdir(dirname(builtBundle), { recursive: true });
  await rm(builtHash, { force: true });
  await writeFileAtomic(builtBundle, code);
  await writeFileAtomic(builtHash, `${await hashOfWorkflows(entry)}\n`);
}

// webpack's report of every module is no news to anybody.
async function bundle(entry: string): Promise<string> {
  return (await bundleWorkflowCode({ workflowsPath: entry, logger: new DefaultLogger('WARN') })).code;
}

// Compiled workflows and the bundle come from one build; only in a checkout may the sources have moved on.
async function builtFits(entry: string, hash: string): Promise<boolean> {
  if (!existsSync(builtBundle)) return false;
  if (entry.startsWith(join(packageRoot, 'dist'))) return true;
  return (await readFile(builtHash, 'utf8').catch(() => '')).trim() === hash;
}

async function prune(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const ages = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const old = ages.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}

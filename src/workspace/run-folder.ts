/** Where a plan's runs keep their log and evidence: in the state folder, apart from the repository. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { statePaths } from '../service/paths.js';

export interface RunFolder {
  path: string;
  /** Canonical progress log; the workspace's file is written from it. */
  progress: string;
}

/** @param run workflow id, `ralph/<repository>/<plan folder>` */
export function runFolder(state: string, run: string): RunFolder {
  const [, repository = '', planFolder = ''] = run.split('/');
  const path = join(statePaths(state).runs, safeName(repository), safeName(planFolder));
  return { path, progress: join(path, 'progress.txt') };
}

/** `iterations/003-01`; ids are opaque, so what a file system might take amiss is hashed away. */
export function iterationFolder(folder: RunFolder, iteration: number, increment: string): string {
  return join(folder.path, 'iterations', `${String(iteration).padStart(3, '0')}-${safeName(increment)}`);
}

/** Attempt 0 is a round of gates without an agent. */
export function attemptFolder(iterationPath: string, attempt: number): string {
  return join(iterationPath, `attempt-${attempt}`);
}

function safeName(text: string): string {
  if (/^[\w][\w.-]{0,99}$/.test(text)) return text;
  const readable = text.replace(/[^\w-]+/g, '_').slice(0, 40);
  return `${readable}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

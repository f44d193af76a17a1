/** Names that stay the same for one repository and plan, whatever machine or terminal asks. */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';

/**
 * `<name>-<8 hex>` of a repository; all its work trees have the same.
 *
 * @param commonDir real path of the common git directory
 */
export function repositoryId(commonDir: string): string {
  const top = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  const name = basename(top)
    .replace(/\.git$/, '')
    .replace(/[^A-Za-z0-9._-]/g, '-');
  return `${name}-${createHash('sha256').update(commonDir).digest('hex').slice(0, 8)}`;
}

/** Workflow id of a plan's run. */
export function runId(commonDir: string, planFolder: string): string {
  return `ralph/${repositoryId(commonDir)}/${planFolder}`;
}

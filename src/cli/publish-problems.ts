/** What would keep a complete plan from being pushed or proposed: better known before the work than after it. */
import type { Finding } from '../documents/types.js';
import { pushRemote } from '../git/remote.js';
import { readState } from '../git/state.js';
import { findProgram } from '../process/program-exists.js';
import type { Place } from './place.js';

export async function publishProblems({ checkout, config, env }: Place): Promise<Finding[]> {
  if (!config.push && !config.pr) return [];
  const { branch } = await readState(checkout);
  const findings: Finding[] = [];
  if ((await pushRemote(checkout, branch ?? '')) === undefined) {
    findings.push({
      level: 'error',
      code: 'no-remote',
      message: 'The repository has no remote to push the branch to.',
      hint: 'Add one (git remote add origin <address>), or start without --push and --pr.',
    });
  }
  const where = { path: env['PATH'] ?? '', cwd: checkout.top };
  if (config.pr && config.prCommand === undefined && (await findProgram('gh', where)) === undefined) {
    findings.push({
      level: 'error',
      code: 'no-gh',
      message: 'A pull request needs the GitHub CLI, and there is no gh on the PATH.',
      hint: 'Install it (https://cli.github.com) and log in, name a command of your own in `prCommand`, or use --push.',
    });
  }
  return findings;
}

/** The workspace: folder, plan moved, PRD copied, log kept out of git, one commit. */
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { choreSubject } from '../documents/commit-message.js';
import { UserError } from '../errors.js';
import { git } from '../git/command.js';
import { switchToBranch } from '../git/branch.js';
import type { Checkout } from '../git/checkout.js';
import { commitAll } from '../git/commit.js';
import { untrack } from '../git/exclude.js';
import { refHash } from '../git/refs.js';
import { exists, readDocument, writeDocument } from '../workspace/document-file.js';
import type { LocatedPlan } from '../workspace/locate.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import type { Held } from './context.js';
import { crashPoint } from './crash-point.js';
import type { RunSettings } from './types.js';

export interface MoveIn {
  settings: RunSettings;
  /** Branch that the plan's branch starts from; kept in the commit for the pull request. */
  base: string;
  branchIsNew: boolean;
}

/** @throws UserError `set-up-commit` when the commit was refused; all is then back where it was */
export async function moveIn(held: Held, located: LocatedPlan, how: MoveIn): Promise<string[]> {
  const { checkout, ref, folder } = held;
  const at = (path: string) => join(checkout.top, path);
  const prd = how.settings.needsPrd ? located.prd : undefined;
  const prdCopy = prd !== undefined && !located.prdInPlace ? located.workspacePrd : undefined;

  await mkdir(at(located.workspace), { recursive: true });
  if (located.stage === 'loose') await rename(at(located.plan), at(located.workspacePlan));
  else await rm(at(looseTwin(located)), { force: true });
  crashPoint(held.deps.state, 'set-up-moved');
  // Through a rename: half a copy would pass for the whole when this is done again.
  if (prd !== undefined && prdCopy !== undefined && !(await exists(at(prdCopy))))
    await writeDocument(at(prdCopy), await readDocument(at(prd)));
  crashPoint(held.deps.state, 'set-up-copied');
  await untrack(checkout, located.workspaceProgress);
  const log = { canonical: folder.progress, workspace: at(located.workspaceProgress) };
  await writeProgress(log, await readProgress(log));

  const result = await commitAll(checkout, {
    message: choreSubject(located.number, 'set up workspace'),
    trailers: { 'Ralph-Run': ref.run, 'Ralph-Step': `${ref.planFolder}/setup`, 'Ralph-Base': how.base },
    forcePaths: [located.workspacePlan, prdCopy, prd].filter((path) => path !== undefined),
    allowEmpty: true,
  });
  crashPoint(held.deps.state, 'after-set-up-commit');
  if (result.kind === 'committed') return [];
  await moveOut(held, located, how, prdCopy);
  const output = 'output' in result ? result.output : 'The commit lost its trailers to a commit-msg hook.';
  throw new UserError('set-up-commit', `Git refused the set-up commit:\n${output}`, 'Mend the hook, then start again.');
}

/** A copy beside the workspace is the same text: a differing one is refused when the plan is located. */
function looseTwin(located: LocatedPlan): string {
  return join(dirname(located.workspace), basename(located.plan));
}

/** The branch that a plan's branch most likely started from, when nobody wrote it down. */
export async function guessBase(checkout: Checkout, branch: string): Promise<string> {
  const recorded = await git(checkout, [
    'log',
    '-1',
    '--grep=^Ralph-Base: ',
    '--format=%(trailers:key=Ralph-Base,valueonly)',
  ]);
  if (recorded.trim() !== '') return recorded.trim();
  for (const name of ['main', 'master', 'develop', 'trunk']) {
    if ((await refHash(checkout, `refs/heads/${name}`)) !== undefined) return name;
  }
  return branch;
}

async function moveOut(held: Held, located: LocatedPlan, how: MoveIn, prdCopy: string | undefined): Promise<void> {
  const { checkout } = held;
  const at = (path: string) => join(checkout.top, path);
  await git(checkout, ['reset', '--quiet']);
  if (prdCopy !== undefined) await rm(at(prdCopy), { force: true });
  if (located.stage === 'loose') {
    await rename(at(located.workspacePlan), at(located.plan));
    await rm(at(located.workspaceProgress), { force: true });
    await rmdir(dirname(at(located.workspacePlan))).catch(() => undefined);
  }
  if (!how.branchIsNew) return;
  const branch = (await git(checkout, ['symbolic-ref', '--short', 'HEAD'])).trim();
  await switchToBranch(checkout, how.base, 'HEAD');
  await git(checkout, ['branch', '--delete', '--force', branch]);
}

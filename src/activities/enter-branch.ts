/** Puts the checkout on the plan's branch, or leaves it where it is. */
import { branchName } from '../documents/layout.js';
import { UserError } from '../errors.js';
import { currentBranch, switchToBranch } from '../git/branch.js';
import { GitCommandError } from '../git/command.js';
import { refHash } from '../git/refs.js';
import { locatePlan, type LocatedPlan } from '../workspace/locate.js';
import type { Held } from './context.js';
import type { RunSettings } from './types.js';

export interface EnteredBranch {
  branch: string;
  branchIsNew: boolean;
  /** The plan as it stands on that branch. */
  located: LocatedPlan;
}

/** @throws UserError `branch-refused`, `completed`; the checkout is then on the branch that it was on */
export async function enterBranch(held: Held, located: LocatedPlan, settings: RunSettings): Promise<EnteredBranch> {
  const { checkout, ref } = held;
  const branch = branchName(located);
  const before = await currentBranch(checkout);
  if (before === branch) return { branch, branchIsNew: false, located };
  const branchIsNew = (await refHash(checkout, `refs/heads/${branch}`)) === undefined;
  await switchOrRefuse(held, branch);
  try {
    const here = await locatePlan(checkout.top, settings.docsRoot, ref.planFolder);
    if (here.stage !== 'completed') return { branch, branchIsNew, located: here };
    throw new UserError(
      'completed',
      `${ref.planFolder} is completed on the branch ${branch}: ${here.plan}.`,
      `Take it over with git merge ${branch}; to run the plan anew, rename that branch first.`,
    );
  } catch (error) {
    if (before !== undefined) await switchToBranch(checkout, before, 'HEAD');
    throw error;
  }
}

/** Git refuses when a file that is not committed is in the way. */
async function switchOrRefuse({ checkout }: Held, branch: string): Promise<void> {
  try {
    await switchToBranch(checkout, branch, 'HEAD');
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    throw new UserError(
      'branch-refused',
      `Git can't switch to ${branch}: ${error.output.trim()}`,
      'Commit or stash what is in the way, then start again.',
    );
  }
}

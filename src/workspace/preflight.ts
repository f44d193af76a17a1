/** What must hold of a checkout before a run may touch it. */
import type { Finding } from '../documents/types.js';
import { branchProblem } from '../git/branch.js';
import type { Checkout } from '../git/checkout.js';
import { identityProblem } from '../git/identity.js';
import { readState, type CheckoutState } from '../git/state.js';
import { branchName } from '../documents/layout.js';
import type { LocatedPlan } from './locate.js';

const pathsNamed = 5;

/** Everything that keeps a run from starting here, as findings of level `error`; nothing is changed. */
export async function preflight(checkout: Checkout, located: LocatedPlan): Promise<Finding[]> {
  const branch = branchName(located);
  const state = await readState(checkout);
  const [identity, blockedBranch] = await Promise.all([identityProblem(checkout), branchProblem(checkout, branch)]);
  const problems: Finding[] = [];
  const error = (code: string, message: string, hint: string) => problems.push({ level: 'error', code, message, hint });

  if (state.operation !== undefined) {
    error(
      'operation-in-progress',
      `A ${state.operation} is in progress in ${checkout.top}.`,
      `Finish it, or end it with \`git ${state.operation} ${state.operation === 'bisect' ? 'reset' : '--abort'}\`.`,
    );
  } else if (state.branch === undefined) {
    error('detached-head', `HEAD is detached in ${checkout.top}.`, 'Switch to a branch: git switch <branch>.');
  }
  if (identity !== undefined) {
    error(
      'no-identity',
      `Git does not know whose commits these will be: ${identity}`,
      'git config user.name "Your Name" && git config user.email you@example.com',
    );
  }
  if (blockedBranch !== undefined) {
    error('branch-blocked', blockedBranch, 'Rename that branch: git branch -m ralph <other name>.');
  }
  const dirty = disturbing(state, located, branch);
  if (dirty.length > 0) {
    error(
      'dirty-checkout',
      `The checkout has changes that are not committed: ${nameSome(dirty)}.`,
      'Commit or stash them, ignore them (.gitignore, .git/info/exclude), or use a git worktree of its own.',
    );
  }
  return problems;
}

/** The plan and its PRD may be new, and a run's own branch may hold the run's own leftovers. */
function disturbing(state: CheckoutState, located: LocatedPlan, branch: string): string[] {
  if (state.branch === branch && located.stage === 'workspace') return [];
  const allowed = new Set([located.plan, located.prd, located.workspacePlan, located.workspacePrd]);
  return [...state.changed, ...state.untracked].filter((path) => !allowed.has(path));
}

function nameSome(paths: string[]): string {
  const more = paths.length - pathsNamed;
  return paths.slice(0, pathsNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Set-up: claim, branch, workspace, one commit; or going on with a workspace that is there. */
import { join } from 'node:path';
import { parsePlan } from '../documents/parse-plan.js';
import { UserError } from '../errors.js';
import { excludePatterns } from '../git/exclude.js';
import { findCommit } from '../git/trailers.js';
import { readState } from '../git/state.js';
import { draftPattern } from '../replace-file.js';
import { claimCheckout, readClaim, releaseClaim } from '../workspace/claim.js';
import { readDocument } from '../workspace/document-file.js';
import { locatePlan, type LocatedPlan } from '../workspace/locate.js';
import { preflight } from '../workspace/preflight.js';
import { askClosed } from './ask-closed.js';
import { openRun, type Deps, type Held } from './context.js';
import { crashPoint } from './crash-point.js';
import { enterBranch } from './enter-branch.js';
import { freeIndex } from './free-index.js';
import { guessBase, moveIn } from './move-in.js';
import { recoverWorkspace } from './recover-workspace.js';
import { snapshot } from './snapshot.js';
import { reap } from './supervise.js';
import type { SetUpInput, SetUpResult } from './types.js';

/** Safe to run twice: every step looks first whether it is done. Refuses without a change. */
export async function setUpWorkspace(deps: Deps, { ref, settings }: SetUpInput): Promise<SetUpResult> {
  const held = await openRun(deps, ref);
  const { gitDir, top } = held.checkout;
  const before = await readState(held.checkout);
  try {
    await claimCheckout(
      gitDir,
      { run: ref.run, token: ref.token, service: deps.service, hostId: deps.hostId, base: before.branch },
      askClosed(deps),
    );
    await reap(held, settings);
    return await setUp(held, await locatePlan(top, settings.docsRoot, ref.planFolder), settings);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await releaseClaim(gitDir, ref.run, ref.token);
    return {
      kind: 'refused',
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    };
  }
}

async function setUp(held: Held, located: LocatedPlan, settings: SetUpInput['settings']): Promise<SetUpResult> {
  const { checkout, ref } = held;
  if (located.stage === 'completed') {
    throw new UserError('completed', `${ref.planFolder} is completed: ${located.plan}.`);
  }
  const [problem] = await preflight(checkout, located);
  if (problem !== undefined) throw new UserError(problem.code, problem.message, problem.hint);

  await freeIndex(checkout);
  const { branch, branchIsNew, located: here } = await enterBranch(held, located, settings);
  crashPoint(held.deps.state, 'branch-entered');
  // Also where the workspace is there already: the exclude file of a clone knows nothing of it.
  await excludePatterns(checkout, [`/${here.workspaceProgress}`, draftPattern]);
  const done = await findCommit(checkout, { trailers: { 'Ralph-Step': `${ref.planFolder}/setup` } });
  const claimed = (await readClaim(checkout.gitDir))?.base;
  const base = claimed !== undefined && claimed !== branch ? claimed : await guessBase(checkout, branch);
  const notes =
    done === undefined
      ? await moveIn(held, here, { settings, base, branchIsNew })
      : await recoverWorkspace(held, settings, done.hash);
  const plan = (await locatePlan(checkout.top, settings.docsRoot, ref.planFolder)).plan;
  const { value } = parsePlan(await readDocument(join(checkout.top, plan)), plan);
  return { kind: 'ready', branch, baseBranch: base, plan: snapshot(value), notes };
}

/** What every activity starts from: the checkout that its run holds, and where the run's documents are. */
import type { Client } from '@temporalio/client';
import { join } from 'node:path';
import { branchName } from '../documents/layout.js';
import { UserError } from '../errors.js';
import type { Checkout } from '../git/checkout.js';
import { MARKER } from '../process/marker.js';
import { checkClaim } from '../workspace/claim.js';
import { locatePlan, type LocatedPlan } from '../workspace/locate.js';
import { readRunFile, type RunFile } from '../workspace/run-file.js';
import { runFolder, type RunFolder } from '../workspace/run-folder.js';
import { openOnce } from './opened-checkout.js';
import type { RunRef, RunSettings } from './types.js';

/** Given to all activities by the worker. */
export interface Deps {
  /** State folder. */
  state: string;
  hostId: string;
  /** Names the Temporal service for good: `embedded`, or address and namespace of one that the user runs. */
  service: string;
  client: Client;
}

/** A checkout that this run holds. */
export interface Held {
  deps: Deps;
  ref: RunRef;
  checkout: Checkout;
  runFile: RunFile;
  folder: RunFolder;
}

/** The run's documents in the workspace; absolute paths. */
export interface Documents {
  located: LocatedPlan;
  plan: string;
  prd: string | undefined;
  progress: string;
}

/**
 * Opens the run's checkout with the starting user's environment.
 *
 * @throws UserError `claim-lost` when another run holds it (fencing), `run-file-missing`
 */
export async function hold(deps: Deps, ref: RunRef): Promise<Held> {
  const held = await openRun(deps, ref);
  await checkClaim(held.checkout.gitDir, ref.run, ref.token);
  return held;
}

/** As `hold`, before the claim is taken. */
export async function openRun(deps: Deps, ref: RunRef): Promise<Held> {
  const runFile = await readRunFile(deps.state, ref.run);
  // With the marker, git and what its hooks start are found like every other program of the run.
  const checkout = await openOnce(ref.checkout, { ...runFile.env, [MARKER]: ref.run });
  return { deps, ref, checkout, runFile, folder: runFolder(deps.state, ref.run) };
}

/** @throws UserError `no-such-plan` when the workspace has lost its plan */
export async function findDocuments(held: Held, settings: RunSettings): Promise<Documents> {
  const { top } = held.checkout;
  const located = await locatePlan(top, settings.docsRoot, held.ref.planFolder);
  if (located.stage !== 'workspace') {
    throw new UserError(
      'no-workspace',
      `The workspace ${located.workspace} has no plan; ${located.plan} is what there is.`,
      'Put the plan back into the workspace, or cancel the run.',
    );
  }
  const prd = settings.needsPrd ? located.workspacePrd : undefined;
  return {
    located,
    plan: join(top, located.plan),
    prd: prd === undefined ? undefined : join(top, prd),
    progress: join(top, located.workspaceProgress),
  };
}

/** The plan's branch, `ralph/0001-slug`. */
export function branchOf({ planFolder }: RunRef): string {
  const cut = planFolder.indexOf('_');
  return branchName({ number: planFolder.slice(0, cut), slug: planFolder.slice(cut + 1) });
}

/** Runner-made refs of this plan: saved trees that nothing may throw away. */
export function planRef(ref: RunRef, ...parts: string[]): string {
  return ['refs/ralph', refSafe(ref.planFolder), ...parts.map(refSafe)].join('/');
}

/** Ids and slugs are opaque; git is choosy (git-check-ref-format). */
function refSafe(part: string): string {
  return part.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'x';
}

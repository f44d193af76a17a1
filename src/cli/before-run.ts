/** What is tried in the checkout before there is a run: prerequisites and gates. The tree is as before afterwards. */
import type { Finding } from '../documents/types.js';
import { branchName } from '../documents/layout.js';
import { refHash } from '../git/refs.js';
import type { Service } from '../service/connection.js';
import type { AuditReport } from '../workspace/audit-types.js';
import { runBaseline, type BaselineGate } from '../workspace/baseline.js';
import { readClaim } from '../workspace/claim.js';
import { keepingTree } from '../workspace/keep-tree.js';
import { detectTestCommand } from '../workspace/test-command.js';
import type { Trial } from '../workspace/trial.js';
import { verify, type VerifyCommand } from '../workspace/verify.js';
import { say } from './output.js';
import type { FoundPlan, Place } from './place.js';
import { describeRun } from './run-handle.js';

/** Whether a start would set a new workspace up, in a checkout that no run holds. */
export async function isFresh(service: Service, { checkout }: Place, { located, run }: FoundPlan): Promise<boolean> {
  if (located.stage !== 'loose') return false;
  if ((await refHash(checkout, `refs/heads/${branchName(located)}`)) !== undefined) return false;
  const claim = await readClaim(checkout.gitDir);
  // Another service's run can't be asked about from here; the set-up will refuse, and say so.
  if (claim !== undefined && claim.service !== service.name) return false;
  const runs = [run, ...(claim === undefined ? [] : [claim.run])];
  const open = await Promise.all(runs.map((id) => describeRun(service, id)));
  return open.every((description) => description?.status.name !== 'RUNNING');
}

/** @returns an error when a prerequisite is red */
export async function checkPrerequisites(place: Place, found: FoundPlan, signal: AbortSignal): Promise<Finding[]> {
  const commands = await verifyCommands(place);
  if (place.config.allowRed || commands.length === 0) return [];
  const trial = trialOf(place, found, signal);
  return keepingTree(place.checkout, trialRef(found), () => verify(trial, commands, say));
}

/** Runs the gates of open increments. @throws UserError `baseline-refused` */
export function takeBaseline(
  place: Place,
  found: FoundPlan,
  report: AuditReport,
  signal: AbortSignal,
  tell: (gate: BaselineGate) => void,
): Promise<BaselineGate[]> {
  return runBaseline(trialOf(place, found, signal), found.located, report, trialRef(found), tell);
}

function trialOf({ checkout, config, state, env }: Place, { run }: FoundPlan, signal: AbortSignal): Trial {
  return { checkout, state, env, run, wallMs: config.gateTimeout, graceMs: config.grace, signal };
}

/** Where the files as they were are kept while something is tried. */
function trialRef({ located }: FoundPlan): string {
  return `refs/ralph/before-run/${located.number}`;
}

async function verifyCommands({ config, checkout }: Place): Promise<VerifyCommand[]> {
  if (config.verify !== undefined) return config.verify.map((command) => ({ command, detected: false }));
  const command = await detectTestCommand(checkout.top);
  return command === undefined ? [] : [{ command, detected: true }];
}

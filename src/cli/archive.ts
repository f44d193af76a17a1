/** `archive`: archives a complete plan that was left in its workspace. The loop does it, under its claim. */
import { join } from 'node:path';
import type { ResolvedAgent } from '../agents/types.js';
import { branchName } from '../documents/layout.js';
import { parsePlan } from '../documents/parse-plan.js';
import { completeness } from '../documents/select.js';
import { UserError } from '../errors.js';
import { fileIn } from '../git/file-in.js';
import { hostId } from '../service/host-id.js';
import { readDocument } from '../workspace/document-file.js';
import { preflight } from '../workspace/preflight.js';
import { printFindings } from './audit.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { follow } from './follow.js';
import { launch } from './launch.js';
import { loopInput } from './loop-input.js';
import { withService } from './open-service.js';
import { reportOutcome } from './outcome.js';
import { print, printJson, say } from './output.js';
import { findPlace, findPlan, type FoundPlan, type Place, type RepoOptions } from './place.js';
import { createView, silentView } from './view.js';
import { withCheckoutLock } from '../workspace/checkout-lock.js';
import { runUrl } from './web-ui.js';

export interface ArchiveOptions extends RepoOptions {
  json?: boolean;
}

/** Nothing is left for an agent to do; should the plan change in between, this one says so and fails. */
const noAgent: ResolvedAgent = {
  name: 'none',
  command: 'echo "ralph archive runs no agent." >&2; exit 1',
  args: undefined,
  promptVia: 'stdin',
  env: {},
  unsetEnv: [],
  family: 'text',
  streams: false,
};

export async function archive(argument: string, { json = false, ...options }: ArchiveOptions): Promise<ExitCode> {
  const place = await findPlace(options, { archive: true, maxIterations: 1, maxRetries: 0 });
  const found = await findPlan(place, argument);
  const { located, run } = found;
  if (located.stage === 'completed') {
    if (json) printJson({ plan: located.folder, state: 'complete', exitCode: 0, archived: { plan: located.plan } });
    else print(`${located.folder} is archived already: ${located.plan}`);
    return exitCodes.complete;
  }
  await requireComplete(place, found);
  const errors = await preflight(place.checkout, located);
  const input = loopInput(place, found, { hostId: await hostId(place.state), once: true });
  return withService(place.state, { worker: errors.length === 0 }, async (open) => {
    const launched = await withCheckoutLock(place.checkout, { purpose: `archiving ${located.folder}`, say }, () =>
      launch(open.service, place, found, { agent: noAgent, input, errors }),
    );
    if (launched.kind === 'refused') {
      printFindings(errors, json);
      return exitCodes.usage;
    }
    const uiUrl = runUrl(open.service, run);
    const outcome = await follow(open, run, json ? silentView : createView(launched.seen));
    return reportOutcome(outcome, { planFolder: located.folder, run, uiUrl, json, once: false });
  });
}

/** Both what stands on disk and what is committed must say so: marks that nobody committed prove nothing. */
async function requireComplete({ checkout }: Place, { located }: FoundPlan): Promise<void> {
  const onDisk = await readDocument(join(checkout.top, located.plan));
  const committed = (await fileIn(checkout, 'HEAD', located.plan)) ?? '';
  for (const [text, where] of [
    [onDisk, ''],
    [committed, ' in its last commit'],
  ] as const) {
    const { complete, reason } = completeness(parsePlan(text, located.plan).value);
    if (complete) continue;
    throw new UserError(
      'plan-incomplete',
      `${located.folder} is not complete${where}: ${reason}`,
      `Let it run first: ralph start ${located.folder}. Its work is on the branch ${branchName(located)}.`,
    );
  }
}

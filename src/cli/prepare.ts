/** From an audited plan to its run: what a new one needs is tried first; one command at a time does so in a checkout. */
import { baselineLine, baselineSummary } from '../workspace/baseline-text.js';
import { withCheckoutLock } from '../workspace/checkout-lock.js';
import { auditReport } from './audit.js';
import { checkPrerequisites, isFresh, takeBaseline } from './before-run.js';
import { interruptible } from './interruptible.js';
import { launch, type Launched, type LaunchRequest } from './launch.js';
import type { OpenService } from './open-service.js';
import { say } from './output.js';
import type { FoundPlan, Place } from './place.js';

export interface PrepareRequest extends LaunchRequest {
  /** Show which gates are green before any work. */
  baseline: boolean;
}

/** @returns `interrupted` by Ctrl-C before there was a run */
export function prepareAndLaunch(
  { service }: OpenService,
  place: Place,
  found: FoundPlan,
  { baseline, ...request }: PrepareRequest,
): Promise<Launched | 'interrupted'> {
  const purpose = `preparing the run of ${found.located.folder}`;
  return withCheckoutLock(place.checkout, { purpose, say }, async () => {
    const fresh = request.errors.length === 0 && (await isFresh(service, place, found));
    const red = fresh
      ? await interruptible(async (signal) => {
          const findings = await checkPrerequisites(place, found, signal);
          if (baseline && findings.length === 0) await showBaseline(place, found, signal);
          return findings;
        })
      : [];
    if (red === 'interrupted') return red;
    if (baseline && !fresh) say('No baseline: this run does not begin anew.');
    return launch(service, place, found, { ...request, errors: [...request.errors, ...red] });
  });
}

async function showBaseline(place: Place, found: FoundPlan, signal: AbortSignal): Promise<void> {
  const report = await auditReport(place, found.located);
  const gates = await takeBaseline(place, found, report, signal, (gate) => say(baselineLine(gate)));
  say(baselineSummary(gates));
}

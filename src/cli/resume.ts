/** `resume`: releases a run that waits, and follows it like `start`. */
import type { Budgets } from '../workflows/budgets.js';
import { queryStatus, update } from './ask-run.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { follow } from './follow.js';
import { withService } from './open-service.js';
import { reportOutcome } from './outcome.js';
import { print, printJson } from './output.js';
import { findPlace, findPlan, type RepoOptions } from './place.js';
import { requireOpenRun } from './run-handle.js';
import { createView, silentView } from './view.js';
import { runUrl } from './web-ui.js';

export interface ResumeOptions extends RepoOptions {
  note?: string;
  accept?: boolean;
  maxIterations?: number;
  budget?: Budgets;
  detach?: boolean;
  json?: boolean;
}

export async function resume(argument: string, options: ResumeOptions): Promise<ExitCode> {
  const { note, accept, maxIterations, budget, detach = false, json = false } = options;
  const place = await findPlace(options);
  const { located, run } = await findPlan(place, argument);
  return withService(place.state, { worker: true }, async (open) => {
    await requireOpenRun(open.service, run);
    const before = await queryStatus(open.service, run);
    await update(open.service, run, 'resume', [
      {
        ...(note === undefined ? {} : { note }),
        ...(accept === undefined ? {} : { accept }),
        ...(maxIterations === undefined ? {} : { maxIterations }),
        ...(budget === undefined ? {} : { budgets: budget }),
      },
    ]);
    const uiUrl = runUrl(open.service, run);
    if (detach) {
      if (json) printJson({ plan: located.folder, run, state: 'resumed', exitCode: 0, uiUrl });
      else print(`${located.folder} goes on. Look: ralph status ${located.folder}`);
      return exitCodes.complete;
    }
    const seen = before.journal.at(-1)?.sequence ?? 0;
    const outcome = await follow(open, run, json ? silentView : createView(seen));
    return reportOutcome(outcome, { planFolder: located.folder, run, uiUrl, json, once: false });
  });
}

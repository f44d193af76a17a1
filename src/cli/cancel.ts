/** `cancel`: ends the agent, puts the increment back, and waits until that is done. */
import { queryStatusIfAnswered } from './ask-run.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { follow } from './follow.js';
import { withService } from './open-service.js';
import { reportOutcome } from './outcome.js';
import { findPlace, findPlan, type RepoOptions } from './place.js';
import { handleOf, requireOpenRun } from './run-handle.js';
import { createView, silentView } from './view.js';
import { runUrl } from './web-ui.js';

export interface CancelOptions extends RepoOptions {
  json?: boolean;
}

/** @returns 0 when the run ended as cancelled */
export async function cancel(argument: string, options: CancelOptions): Promise<ExitCode> {
  const { json = false } = options;
  const place = await findPlace(options);
  const { located, run } = await findPlan(place, argument);
  return withService(place.state, { worker: true }, async (open) => {
    await requireOpenRun(open.service, run);
    const before = await queryStatusIfAnswered(open.service, run);
    await handleOf(open.service, run).cancel();
    const view = json ? silentView : createView(before?.journal.at(-1)?.sequence ?? 0);
    const outcome = await follow(open, run, view, { untilEnd: true });
    const uiUrl = runUrl(open.service, run);
    const code = reportOutcome(outcome, { planFolder: located.folder, run, uiUrl, json, once: false });
    return code === exitCodes.cancelled ? exitCodes.complete : code;
  });
}

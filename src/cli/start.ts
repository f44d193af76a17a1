/** `start`: audit, start or attach, follow. */
import { resolve } from 'node:path';
import { hostId } from '../service/host-id.js';
import type { OpenService } from './open-service.js';
import { auditHere, printFindings } from './audit.js';
import { chosenBudgets, unreachable, type BudgetFlags } from './budget-flags.js';
import { chooseAgent } from './choose-agent.js';
import { choosePrompt } from './choose-prompt.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { follow } from './follow.js';
import { loopInput } from './loop-input.js';
import { withService } from './open-service.js';
import { reportOutcome } from './outcome.js';
import { print, printJson, say } from './output.js';
import { findPlace, findPlan, type FoundPlan, type Place, type RepoOptions } from './place.js';
import type { Launched } from './launch.js';
import { prepareAndLaunch } from './prepare.js';
import { readClaim } from '../workspace/claim.js';
import { publishProblems } from './publish-problems.js';
import { createView, silentView } from './view.js';
import { readBudgets } from '../workflows/budgets.js';
import { runUrl } from './web-ui.js';

export interface StartOptions extends RepoOptions, BudgetFlags {
  agent?: string;
  agentCommand?: string;
  model?: string;
  script?: string;
  maxIterations?: number;
  maxRetries?: number;
  prd?: boolean;
  allowManual?: boolean;
  allowRed?: boolean;
  baseline?: boolean;
  archive?: boolean;
  push?: boolean;
  pr?: boolean;
  notify?: string;
  detach?: boolean;
  once?: boolean;
  json?: boolean;
}

export async function start(argument: string, options: StartOptions): Promise<ExitCode> {
  const {
    repo,
    detach = false,
    once = false,
    json = false,
    baseline = false,
    script,
    budgetCost,
    budgetTokens,
    budgetMinutes,
    budgetAgents,
    ...flags
  } = options;
  const typed = script === undefined ? {} : { script: resolve(script) };
  const place = await findPlace(repo === undefined ? {} : { repo }, { ...flags, ...typed });
  const found = await findPlan(place, argument);
  if (found.located.stage === 'completed' && !(await holds(place, found))) return alreadyCompleted(found, json);
  const agent = await chooseAgent(place, found.run);
  const prompt = await choosePrompt(place.config);
  const { state } = place;
  const budgets = chosenBudgets(readBudgets(place.config.budgets), {
    budgetCost,
    budgetTokens,
    budgetMinutes,
    budgetAgents,
  });
  unreachable(agent, budgets).forEach(say);
  const findings = [...(await auditHere(place, found.located)), ...(await publishProblems(place))];
  const errors = findings.filter((finding) => finding.level === 'error');

  const input = loopInput(place, found, { hostId: await hostId(state), once, budgets });
  return withService(state, { worker: errors.length === 0 }, async (open) => {
    const launched = await prepareAndLaunch(open, place, found, { agent, prompt, input, errors, baseline });
    if (launched === 'interrupted') {
      say('Stopped. Nothing was started, and the checkout is as it was.');
      return exitCodes.detached;
    }
    if (launched.kind === 'refused') {
      printFindings(launched.errors, json);
      return exitCodes.usage;
    }
    return detach ? detached(open, found, launched, json) : followed(open, place, found, launched, { json, once });
  });
}

/** The plan is archived, but its run goes on: it publishes, or waits for a person who lets it. */
async function holds({ checkout }: Place, { run }: FoundPlan): Promise<boolean> {
  return (await readClaim(checkout.gitDir))?.run === run;
}

function alreadyCompleted({ located }: FoundPlan, json: boolean): ExitCode {
  if (json) printJson({ plan: located.folder, state: 'complete', exitCode: 0, archived: { plan: located.plan } });
  else print(`${located.folder} is completed already: ${located.plan}`);
  return exitCodes.complete;
}

function detached(open: OpenService, { located, run }: FoundPlan, launched: Launched, json: boolean): ExitCode {
  const uiUrl = runUrl(open.service, run);
  if (json) printJson({ plan: located.folder, run, state: launched.kind, exitCode: 0, uiUrl });
  else {
    print(
      `${located.folder} runs (${launched.kind}). Follow it: ralph start ${located.folder}; look: ralph status ${located.folder}`,
    );
    if (uiUrl !== undefined) print(`Web UI: ${uiUrl}`);
  }
  return exitCodes.complete;
}

async function followed(
  open: OpenService,
  _place: Place,
  { located, run }: FoundPlan,
  launched: Launched,
  { json, once }: { json: boolean; once: boolean },
): Promise<ExitCode> {
  const uiUrl = runUrl(open.service, run);
  if (!json)
    say(
      `${launched.kind === 'started' ? 'Started' : 'Attached to'} ${run}${uiUrl === undefined ? '' : `\nWeb UI: ${uiUrl}`}`,
    );
  const outcome = await follow(open, run, json ? silentView : createView(launched.seen));
  return reportOutcome(outcome, { planFolder: located.folder, run, uiUrl, json, once });
}

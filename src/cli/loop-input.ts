/** The workflow's input, made of settings. No command line and no environment is in it. */
import { zoneOf } from '../agents/zone.js';
import { agentQueue } from '../service/task-queues.js';
import { readBudgets, type Budgets } from '../workflows/budgets.js';
import type { RalphLoopInput } from '../workflows/types.js';
import { repositoryId } from '../workspace/run-id.js';
import type { FoundPlan, Place } from './place.js';

export function loopInput(
  { checkout, config, env }: Place,
  { located }: FoundPlan,
  { hostId, once, budgets }: { hostId: string; once: boolean; budgets?: Budgets },
): RalphLoopInput {
  return {
    checkout: checkout.top,
    repository: repositoryId(checkout.commonDir),
    planFolder: located.folder,
    agentQueue: agentQueue(hostId),
    settings: {
      docsRoot: config.docsRoot,
      needsPrd: config.prd,
      allowManual: config.allowManual,
      maxRetries: config.maxRetries,
      maxInterruptions: config.maxInterruptions,
      agentWallMs: config.agentTimeout,
      agentIdleMs: config.agentIdleTimeout,
      gateWallMs: config.gateTimeout,
      graceMs: config.grace,
      resultGraceMs: config.resultGrace,
      heartbeatMs: config.heartbeatTimeout,
    },
    waits: { limitMarginMs: config.limitMargin, unknownLimitMs: config.limitWait, firstBackOffMs: config.backOff },
    budgets: budgets ?? readBudgets(config.budgets),
    maxIterations: config.maxIterations,
    archive: config.archive,
    once,
    ...(config.pr ? { publish: 'pull-request' as const } : config.push ? { publish: 'push' as const } : {}),
    notify: config.notify !== undefined,
    zone: zoneOf(env),
    resumeCommand: `ralph resume ${located.folder} --repo ${quoted(checkout.top)}`,
    ...forcedContinue(),
  };
}

/** Tests make a run continue as new after a few events. */
function forcedContinue(): Pick<RalphLoopInput, 'continueAfterEvents'> {
  const events = Number(process.env['RALPH_CONTINUE_AFTER_EVENTS']);
  return Number.isInteger(events) && events > 0 ? { continueAfterEvents: events } : {};
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

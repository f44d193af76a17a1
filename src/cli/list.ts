/** `list`: every run that the service knows, newest first. */
import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Heartbeat, Usage } from '../activities/types.js';
import type { Service } from '../service/connection.js';
import { stateFolder } from '../service/paths.js';
import { RalphIncrement, RalphPlan, RalphRepository, RalphState } from '../workflows/search-attributes.js';
import type { Waiting } from '../workflows/types.js';
import { usageText } from '../workflows/usage-text.js';
import { queryStatus } from './ask-run.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { withService } from './open-service.js';
import { elapsed, print, printJson } from './output.js';
import { describeRun, heartbeatOf } from './run-handle.js';
import { runUrl } from './web-ui.js';

const most = 100;

/** One run, as `--json` shows it. */
interface Row {
  run: string;
  repository: string | undefined;
  plan: string | undefined;
  state: string;
  increment: string | undefined;
  startedAt: Date;
  closedAt: Date | undefined;
  uiUrl: string | undefined;
  /** Of an open run whose worker answers: what runs right now, what it waits for, what it cost. */
  now?: Heartbeat | undefined;
  waiting?: Waiting | undefined;
  usage?: Usage;
}

export async function list({ json = false }: { json?: boolean }): Promise<ExitCode> {
  return withService(stateFolder(), { worker: true }, async ({ service }) => {
    const found: Promise<Row>[] = [];
    const query = 'WorkflowType = "ralphLoop" AND ExecutionStatus != "ContinuedAsNew"';
    for await (const execution of service.client.workflow.list({ query })) {
      found.push(rowOf(service, execution));
      if (found.length === most) break;
    }
    const rows = await Promise.all(found);
    if (json) printJson(rows);
    else if (rows.length === 0) print('No runs yet. Start one: ralph start <plan>.');
    else rows.forEach(printRow);
    return exitCodes.complete;
  });
}

async function rowOf(service: Service, execution: WorkflowExecutionInfo): Promise<Row> {
  const found = { ...row(execution), uiUrl: runUrl(service, execution.workflowId) };
  return execution.status.name === 'RUNNING' ? { ...found, ...(await detailsOf(service, found.run)) } : found;
}

/** Nothing for a run that can't answer: one of another host, say. */
async function detailsOf(service: Service, run: string): Promise<Pick<Row, 'now' | 'waiting' | 'usage'>> {
  try {
    const [description, { waiting, usage }] = await Promise.all([describeRun(service, run), queryStatus(service, run)]);
    return { now: description && heartbeatOf(description), waiting, usage };
  } catch {
    return {};
  }
}

function row({ workflowId, typedSearchAttributes, status, startTime, closeTime }: WorkflowExecutionInfo) {
  const state = typedSearchAttributes.get(RalphState) ?? 'unknown';
  return {
    run: workflowId,
    repository: typedSearchAttributes.get(RalphRepository),
    plan: typedSearchAttributes.get(RalphPlan),
    state: status.name === 'TERMINATED' || status.name === 'TIMED_OUT' ? 'terminated' : state,
    increment: typedSearchAttributes.get(RalphIncrement),
    startedAt: startTime,
    closedAt: closeTime,
  };
}

function printRow({ plan, repository, state, increment, startedAt, now, waiting, usage }: Row): void {
  const at = startedAt.toISOString().slice(0, 16).replace('T', ' ');
  print(`${state.padEnd(11)} ${(increment ?? '--').padEnd(4)} ${at}  ${plan ?? ''}  (${repository ?? ''})`);
  if (now !== undefined) print(`    now: ${now.what}, for ${elapsed(Date.now() - now.since)}`);
  if (waiting !== undefined) print(`    waits: ${waiting.message}`);
  if (usage !== undefined && usage.agentMs > 0) print(`    cost: ${usageText(usage)}`);
}

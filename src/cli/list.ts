/** `list`: every run that the service knows, newest first. */
import type { WorkflowExecutionInfo } from '@temporalio/client';
import { stateFolder } from '../service/paths.js';
import { RalphIncrement, RalphPlan, RalphRepository, RalphState } from '../workflows/search-attributes.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { withService } from './open-service.js';
import { print, printJson } from './output.js';
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
}

export async function list({ json = false }: { json?: boolean }): Promise<ExitCode> {
  return withService(stateFolder(), { worker: false }, async ({ service }) => {
    const rows: Row[] = [];
    const query = 'WorkflowType = "ralphLoop" AND ExecutionStatus != "ContinuedAsNew"';
    for await (const execution of service.client.workflow.list({ query })) {
      rows.push({ ...row(execution), uiUrl: runUrl(service, execution.workflowId) });
      if (rows.length === most) break;
    }
    if (json) printJson(rows);
    else if (rows.length === 0) print('No runs yet. Start one: ralph start <plan>.');
    else rows.forEach(printRow);
    return exitCodes.complete;
  });
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

function printRow({ plan, repository, state, increment, startedAt }: Row): void {
  const at = startedAt.toISOString().slice(0, 16).replace('T', ' ');
  print(`${state.padEnd(11)} ${(increment ?? '--').padEnd(4)} ${at}  ${plan ?? ''}  (${repository ?? ''})`);
}

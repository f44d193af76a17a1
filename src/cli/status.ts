/** `status`: where a run stands, what it does right now, what it waits for, what it cost. */
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { readTail } from '../process/tail.js';
import type { LoopStatus } from '../workflows/types.js';
import { queryStatus } from './ask-run.js';
import { clockTime } from './clock.js';
import { usageText } from '../workflows/usage-text.js';
import { readRunFileIfAny } from '../workspace/run-file.js';
import { maskText, secretsOf } from '../workspace/secrets.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { journalLine } from './journal-line.js';
import { list } from './list.js';
import { withService, type OpenService } from './open-service.js';
import { elapsed, indent, print, printJson, resultColours as colours } from './output.js';
import { findPlace, findPlan, type FoundPlan, type Place, type RepoOptions } from './place.js';
import { describeRun, heartbeatOf } from './run-handle.js';
import { statusJson } from './status-json.js';
import { runUrl } from './web-ui.js';

export interface StatusOptions extends RepoOptions {
  json?: boolean;
}

/** A run's status, with the one state that it can't know. */
type Shown = Omit<LoopStatus, 'state'> & { state: LoopStatus['state'] | 'terminated' };

const journalShown = 5;
const attemptsShown = 5;
const tailBytes = 400;

/** Without a plan: all runs that the service knows. */
export async function status(argument: string | undefined, options: StatusOptions): Promise<ExitCode> {
  if (argument === undefined) return list(options);
  const place = await findPlace(options);
  const found = await findPlan(place, argument);
  return withService(place.state, { worker: true }, (open) => show(open, place, found, options.json === true));
}

async function show(open: OpenService, place: Place, { located, run }: FoundPlan, json: boolean): Promise<ExitCode> {
  const { service } = open;
  const description = await describeRun(service, run);
  if (description === undefined) {
    if (json) printJson({ plan: located.folder, stage: located.stage, run: null });
    else print(`${located.folder} has no run; the plan is ${located.stage}: ${located.plan}`);
    return exitCodes.complete;
  }
  const loop = asTheServiceKnows(await queryStatus(service, run), description);
  const now = heartbeatOf(description);
  const uiUrl = runUrl(service, run);
  if (json) {
    printJson({
      stage: located.stage,
      ...statusJson(run, loop),
      now,
      uiUrl,
      startedAt: description.startTime,
      closedAt: description.closeTime,
    });
    return exitCodes.complete;
  }
  print(`${colours.bold(loop.plan?.title ?? located.folder)} — ${loop.state}`);
  printTable(loop);
  if (now !== undefined) {
    print(`\nNow: ${now.what}, for ${elapsed(Date.now() - now.since)}\nLog: ${now.logFile}`);
    print(indent(await lastPrinted(place, run, now.logFile)));
  }
  if (loop.waiting !== undefined) printWaiting(loop);
  print('');
  loop.journal.slice(-journalShown).forEach((entry) => print(journalLine(entry)));
  printAttempts(loop);
  printCost(loop);
  if (uiUrl !== undefined) print(`Web UI: ${uiUrl}`);
  return exitCodes.complete;
}

/** A terminated run could not write down its own end: what it last said of itself is old. */
function asTheServiceKnows(loop: LoopStatus, { status: { name } }: WorkflowExecutionDescription): Shown {
  const cutShort = name === 'TERMINATED' || name === 'TIMED_OUT';
  return cutShort ? { ...loop, state: 'terminated', waiting: undefined, current: undefined } : loop;
}

/** The end of what runs now has printed, without the secrets that it was given. */
async function lastPrinted({ state, env }: Place, run: string, file: string): Promise<string> {
  const tail = await readTail(file, tailBytes).catch(() => '');
  const runFile = await readRunFileIfAny(state, run);
  return maskText(tail.trimEnd(), secretsOf(runFile?.env ?? env));
}

function printTable({ plan, branch, iterationsUsed, maxIterations }: Shown): void {
  if (branch !== undefined) print(`Branch ${branch}, iteration ${iterationsUsed} of at most ${maxIterations}`);
  plan?.increments.forEach(({ id, title, status: mark }) => print(`  ${id.padEnd(4)} ${mark.padEnd(12)} ${title}`));
  plan?.milestones.forEach(({ name, status: mark }) => print(`  ${colours.dim(`${name}: ${mark}`)}`));
}

function printWaiting({ waiting, resumeCommand }: Shown): void {
  if (waiting === undefined) return;
  const now = Date.now();
  const until = waiting.until === undefined ? 'for a person' : `until ${clockTime(waiting.until, now)}`;
  print(`\nWaiting ${until}, nothing runs (${waiting.kind}, for ${elapsed(now - waiting.since)}).`);
  if (waiting.message !== waiting.failures[0]?.sentence) print(waiting.message);
  for (const { what, sentence, tail, logFile } of waiting.failures) {
    print(`Failing: ${what} — ${sentence}`);
    if (tail !== '') print(indent(tail.trimEnd()));
    if (logFile !== '') print(`Log: ${logFile}`);
  }
  print(`${waiting.until === undefined ? 'To go on' : 'To go on now'}: ${resumeCommand}`);
}

/** Of a run that an earlier version began there are none. */
function printAttempts({ attempts = [] }: Partial<Shown>): void {
  for (const { increment, iteration, attempt, outcome, usage } of attempts.slice(-attemptsShown)) {
    print(
      colours.dim(
        `Agent for ${increment}, iteration ${iteration}, attempt ${attempt}: ${outcome}, ${usageText(usage)}`,
      ),
    );
  }
}

function printCost({
  usage,
  spent,
  budgets = {},
}: Pick<Shown, 'usage' | 'spent'> & Partial<Pick<Shown, 'budgets'>>): void {
  print(`Agents worked for ${usageText(usage)}.`);
  if (budgets.day !== undefined && Date.now() < spent.day.until) {
    print(`Today the agents of all runs on this machine worked for ${usageText(spent.day.usage)}.`);
  }
  for (const [scope, budget] of Object.entries(budgets)) {
    const amounts = Object.entries(budget).map(([measure, amount]) => `${measure} ${amount}`);
    print(`Budget per ${scope}: ${amounts.join(', ')}.`);
  }
}

/** What a person reads when a run ends or waits, and the exit code that a script reads. */
import type { LoopResult, LoopStatus, Waiting } from '../workflows/types.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import type { Followed } from './follow.js';
import { indent, print, printJson, resultColours as colours, say } from './output.js';

export interface OutcomeContext {
  planFolder: string;
  run: string;
  uiUrl: string | undefined;
  json: boolean;
  /** One iteration was asked for: its end is told in the words that outer scripts know. */
  once: boolean;
}

export function reportOutcome(followed: Followed, context: OutcomeContext): ExitCode {
  const exitCode = exitCodeOf(followed);
  if (context.json) printJson(jsonOutcome(followed, context, exitCode));
  else tell(followed, context);
  if (context.once && !context.json && followed.kind === 'ended' && followed.end.kind === 'result')
    print('RALPH_COMPLETE');
  return exitCode;
}

function exitCodeOf(followed: Followed): ExitCode {
  if (followed.kind === 'detached') return exitCodes.detached;
  if (followed.kind === 'waiting') {
    return followed.status.waiting?.kind === 'capped' ? exitCodes.capped : exitCodes.blocked;
  }
  const codes = {
    result: exitCodes.complete,
    cancelled: exitCodes.cancelled,
    refused: exitCodes.usage,
    failed: exitCodes.failed,
  };
  return codes[followed.end.kind];
}

function tell(followed: Followed, context: OutcomeContext): void {
  if (followed.kind === 'detached') {
    say(`Detached. Look again: ralph status ${context.planFolder}`);
    return;
  }
  if (followed.kind === 'waiting') tellWaiting(followed.status, context);
  else if (followed.end.kind === 'result') tellResult(followed.end.result, context);
  else if (followed.end.kind === 'cancelled') tellCancelled(followed.status, context);
  else
    say(
      `${context.planFolder}: ${followed.end.message}${'hint' in followed.end && followed.end.hint ? `\n${followed.end.hint}` : ''}`,
    );
  if (context.uiUrl !== undefined) print(`Web UI: ${context.uiUrl}`);
}

function tellResult(result: LoopResult, { planFolder }: OutcomeContext): void {
  const { state, branch, baseBranch, commits, archived, warnings, published } = result;
  const headline = state === 'complete' ? colours.green('Complete') : 'One iteration is done';
  print(`${headline}: ${planFolder}, ${commits.length} commit${commits.length === 1 ? '' : 's'} on ${branch}.`);
  if (archived !== undefined) {
    print(`Plan: ${archived.plan}`);
    if (archived.prd !== undefined) print(`PRD:  ${archived.prd}`);
  }
  if (published !== undefined) print(`Pushed to ${published.remote}.`);
  if (published?.url !== undefined) print(`Pull request: ${published.url}`);
  for (const warning of warnings) print(colours.yellow(`Note: ${warning}`));
  if (state === 'complete' && baseBranch !== branch) print(`Back to ${baseBranch}: git switch ${baseBranch}`);
}

function tellCancelled(status: LoopStatus | undefined, { planFolder }: OutcomeContext): void {
  print(`Cancelled: ${planFolder}. The checkout is at its last commit.`);
  const saved = status?.journal.findLast((entry) => entry.text.startsWith('Half-made work'));
  if (saved !== undefined) print(saved.text);
}

function tellWaiting({ waiting, current, resumeCommand }: LoopStatus, { planFolder }: OutcomeContext): void {
  if (waiting === undefined) return;
  const where = current === undefined ? '' : ` at ${current.increment.id} — ${current.increment.title}`;
  print(`${colours.red(capital(waiting.kind))}: ${planFolder}${where}.`);
  if (waiting.message !== waiting.failures[0]?.sentence) print(waiting.message);
  for (const { what, sentence, tail, logFile } of waiting.failures) {
    print(`\nFailing: ${what}\n${sentence}`);
    if (tail !== '') print(indent(tail.trimEnd()));
    if (logFile !== '') print(`Log: ${logFile}`);
  }
  print(`\nThe run waits. To go on:\n  ${resumeAdvice(waiting, resumeCommand)}`);
}

function resumeAdvice({ kind, reason }: Waiting, command: string): string {
  if (reason === 'publish') return command;
  if (reason === 'budget') return `${command}   (as much again; or --budget run.costUsd=20)`;
  if (kind === 'capped') return `${command} --max-iterations N`;
  return reason === 'nothing-changed'
    ? `${command} --accept   (or --note "what to do")`
    : `${command} --note "what to do"`;
}

function jsonOutcome(followed: Followed, { planFolder, run, uiUrl }: OutcomeContext, exitCode: ExitCode): object {
  const common = { plan: planFolder, run, exitCode, uiUrl };
  if (followed.kind === 'detached') return { ...common, state: 'detached' };
  if (followed.kind === 'waiting') {
    const { state, waiting, current, branch, commits, usage, resumeCommand } = followed.status;
    return { ...common, state, waiting, increment: current?.increment, branch, commits, usage, resumeCommand };
  }
  const { end } = followed;
  if (end.kind === 'result') return { ...common, ...end.result };
  return {
    ...common,
    state: end.kind === 'refused' ? 'failed' : end.kind,
    ...('message' in end ? { message: end.message } : {}),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

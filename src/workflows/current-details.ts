/**
 * A run's page in the Web UI, for a person who has slept meanwhile: what it waits for and how to let it go on, then how
 * far it is and what it cost, then the plan, then what happened last. The UI shows some 25 lines before one must scroll.
 */
import { elapsed } from './elapsed.js';
import { code, fenced, plain } from './markdown.js';
import { clock, moment } from './moment.js';
import type { LoopData, RalphLoopInput, Waiting } from './types.js';

const rowsShown = 100;
const entriesShown = 10;

/** @returns Markdown, some 20 kB at most for a plan of a hundred increments */
export function currentDetails(
  data: LoopData,
  input: Pick<RalphLoopInput, 'planFolder' | 'resumeCommand' | 'zone'>,
): string {
  const { plan, waiting } = data;
  return [
    `### ${plain(plan?.title ?? input.planFolder)}`,
    ...(waiting === undefined ? [nowLine(data)] : waitingLines(data, waiting, input)),
    standing(data),
    ...table(data),
    ...lately(data, input.zone),
  ].join('\n\n');
}

function nowLine({ state, current }: LoopData): string {
  if (current === undefined) return `**${capital(state)}**`;
  const { increment, phase, attempt, gate } = current;
  const doing = gate === undefined || phase !== 'gates' ? phase : `gate ${code(gate)}`;
  const retry = attempt > 1 ? `, retry ${attempt - 1}` : '';
  return `**${capital(state)}**: ${plain(`${increment.id} — ${increment.title}`)} (${doing}${retry})`;
}

function waitingLines(
  { current }: LoopData,
  waiting: Waiting,
  { resumeCommand, zone }: Pick<RalphLoopInput, 'resumeCommand' | 'zone'>,
): string[] {
  const { kind, since, message, failures } = waiting;
  const where = current === undefined ? '' : ` at ${plain(`${current.increment.id} — ${current.increment.title}`)}`;
  const until = waiting.until === undefined ? 'for a person' : `until ${clock(waiting.until, since, zone)}`;
  const lines = [`**${capital(kind)}**${where}, since ${moment(since, zone)}.`, `Waiting ${until}, nothing runs.`];
  if (failures.every(({ sentence }) => sentence !== message)) lines.push(plain(message, 600));
  for (const { what, sentence, tail, logFile } of failures) {
    lines.push(`Failing: ${code(what)} — ${plain(sentence)}`);
    if (tail.trim() !== '') lines.push(fenced(tail.trimEnd()));
    if (logFile !== '') lines.push(`Log: ${code(logFile, 1_000)}`);
  }
  lines.push(
    `**To go on${waiting.until === undefined ? '' : ' now'}:** send the signal ${code('resume')} (${resumeInput(waiting)}), or ${code(resumeCommand, 1_000)}`,
  );
  return lines;
}

function resumeInput({ kind, reason }: Waiting): string {
  if (reason === 'budget') {
    return `without input it gets as much again; or ${code('{"budgets": {"run": {"costUsd": 20}}}')}`;
  }
  if (kind === 'capped') return `without input it gets as many iterations again; or ${code('{"maxIterations": 80}')}`;
  if (reason === 'nothing-changed') return `${code('{"accept": true}')} completes the increment as it is`;
  return `without input, or ${code('{"note": "what the next agent should know"}')}`;
}

/** One line: how far, on which branch, at what cost. */
function standing({ plan, branch, iterationsUsed, maxIterations, usage }: LoopData): string {
  const increments = plan?.increments ?? [];
  const done = increments.filter(({ status }) => status === 'done').length;
  const { inputTokens, outputTokens, costUsd, agentMs } = usage;
  return [
    ...(plan === undefined ? [] : [`${done} of ${increments.length} increments done`]),
    `iteration ${iterationsUsed} of at most ${maxIterations}`,
    `agents worked ${elapsed(agentMs)}`,
    ...(inputTokens + outputTokens === 0 ? [] : [`${inputTokens} tokens in, ${outputTokens} out`]),
    ...(costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(branch === undefined ? [] : [`branch ${code(branch)}`]),
  ].join(' · ');
}

function table({ plan, current, waiting }: LoopData): string[] {
  if (plan === undefined) return [];
  const shown = plan.increments.slice(0, rowsShown);
  const rows = shown.map(({ id, title, status }) => {
    const isCurrent = current?.increment.id === id && status !== 'done';
    const state = isCurrent && waiting !== undefined ? `**${waiting.kind}**` : status;
    return `| ${plain(id)} | ${plain(title, 60)} | ${state} |`;
  });
  const hidden = plan.increments.length - shown.length;
  const milestones = plan.milestones.map(({ name, status }) => `${plain(name, 60)}: ${status}`);
  return [
    ['| | Increment | Status |', '|---|---|---|', ...rows].join('\n'),
    ...(hidden > 0 ? [`… and ${hidden} more.`] : []),
    ...(milestones.length > 0 ? [milestones.slice(0, rowsShown).join(' · ')] : []),
  ];
}

function lately({ journal }: LoopData, zone: string | undefined): string[] {
  if (journal.length === 0) return [];
  const entries = journal.slice(-entriesShown).reverse();
  return ['Lately', entries.map(({ at, text }) => `- ${moment(at, zone)} — ${plain(text, 200)}`).join('\n')];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

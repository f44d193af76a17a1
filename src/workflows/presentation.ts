/** What the Web UI shows of a run: search attributes for its list, Markdown for its page. */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { RalphIncrement, RalphState } from './search-attributes.js';
import type { LoopData, RalphLoopInput, Waiting } from './types.js';

const rowsShown = 100;

export class Presentation {
  private state: string | undefined;
  private increment: string | undefined;

  constructor(private readonly input: RalphLoopInput) {}

  /** Called after every change; writes to history only when an attribute's value differs. */
  show(data: LoopData): void {
    const increment = data.current?.increment.id ?? '--';
    if (data.state !== this.state || increment !== this.increment) {
      this.state = data.state;
      this.increment = increment;
      upsertSearchAttributes([
        { key: RalphState, value: data.state },
        { key: RalphIncrement, value: increment },
      ]);
    }
    setCurrentDetails(currentDetails(data, this.input));
  }
}

/** Markdown, well under the server's 20,000 bytes. */
export function currentDetails(data: LoopData, input: RalphLoopInput): string {
  return [
    `**${data.plan?.title ?? input.planFolder}** — ${data.state}`,
    ...(data.waiting === undefined ? [] : waitingLines(data.waiting, input.resumeCommand)),
    ...table(data),
  ].join('\n\n');
}

function waitingLines(waiting: Waiting, resumeCommand: string): string[] {
  const [failure] = waiting.failures;
  const lines = [waiting.message];
  if (waiting.until !== undefined) lines.push(`Goes on at ${new Date(waiting.until).toISOString()}.`);
  if (failure !== undefined) {
    lines.push(`Failing: ${failure.what} — ${failure.sentence}`);
    if (failure.tail !== '') lines.push(fenced(failure.tail));
    if (failure.logFile !== '') lines.push(`Log: \`${failure.logFile}\``);
  }
  lines.push(`To go on: send the signal \`resume\`, or \`${resumeCommand}\``);
  return lines;
}

/** Longer than any run of backticks inside, so that a tail can't close it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function table(data: LoopData): string[] {
  const { plan, current } = data;
  if (plan === undefined) return [];
  const shown = plan.increments.slice(0, rowsShown);
  const rows = shown.map(({ id, title, status }) => {
    const now = current?.increment.id === id ? ` (${current.phase}, attempt ${Math.max(1, current.attempt)})` : '';
    return `| ${id} | ${title.replaceAll('|', '\\|').slice(0, 40)} | ${status}${now} |`;
  });
  const hidden = plan.increments.length - shown.length;
  return [
    ['| | Increment | Status |', '|---|---|---|', ...rows].join('\n'),
    ...(hidden > 0 ? [`… and ${hidden} more.`] : []),
  ];
}

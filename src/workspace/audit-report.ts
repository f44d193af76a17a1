import type { Finding } from '../documents/types.js';
import { baselineLine, baselineSummary } from './baseline-text.js';
import type { AuditedGate, AuditedIncrement, AuditReport } from './audit-types.js';

/** The audit for a terminal: each increment with its gates in plain words, then a line for each finding. */
export function formatAudit(report: AuditReport): string {
  const done = report.increments.filter((increment) => increment.status === 'done').length;
  const state = [
    report.status ?? 'status unknown',
    counted(report.increments.length, 'increment'),
    `${done} done`,
  ].join(' · ');
  const blocks = [
    [`${plain(report.title) || 'Plan without a title'} (${report.plan})`, state],
    ...report.increments.map(incrementLines),
    baselineLines(report),
    report.findings.map(findingLine),
    [summary(report.findings)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function baselineLines({ baseline }: AuditReport): string[] {
  return baseline === undefined ? [] : [...baseline.map(baselineLine), baselineSummary(baseline)];
}

function incrementLines({ id, title, status, gates }: AuditedIncrement): string[] {
  const head = `${plain(id)} — ${plain(title)} · ${status ?? 'status unknown'}`;
  return [head, ...gates.flatMap(gateLines)];
}

function gateLines({ command, text, reading }: AuditedGate): string[] {
  const shown =
    command === null
      ? [`  - ${plain(text)}`]
      : command.split('\n').map((line, at) => `  ${at === 0 ? '$' : '>'} ${plain(line)}`);
  return [...shown, `      ${plain(reading)}`];
}

/** `error    file:line  message — hint`. */
export function findingLine({ level, file, line, message, hint }: Finding): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}  `;
  return `${level.padEnd(7)}  ${place}${plain(message)}${hint === undefined ? '' : ` — ${plain(hint)}`}`;
}

function summary(findings: Finding[]): string {
  const count = (level: Finding['level']): number => findings.filter((finding) => finding.level === level).length;
  return [counted(count('error'), 'error'), counted(count('warning'), 'warning'), `${count('info')} info`].join(', ');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A plan's text may hold anything; control characters would steer the terminal. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const plain = (text: string): string => text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim();

import { deriveMilestone } from './derive.js';
import type { Field } from './field.js';
import { Findings } from './finding.js';
import { readFrontmatter } from './frontmatter.js';
import { readGates } from './gate-items.js';
import { readMilestones } from './milestones.js';
import type { IncrementOutline, PlanOutline } from './plan-outline.js';
import { once } from './remember.js';
import { INCREMENT_WORDS, OVERALL_WORDS, readStatus } from './status.js';
import type { Finding, Plan } from './types.js';

const STATUS_HINT =
  'Write exactly one line `**Status:** pending` (or in-progress, done, blocked) right below the heading.';

function name(increment: IncrementOutline): string {
  return increment.id === '' ? `The increment "${increment.title}"` : `Increment ${increment.id}`;
}

function checkStatusValue(increment: IncrementOutline, field: Field, findings: Findings): void {
  const reading = readStatus(field.value, INCREMENT_WORDS, field.box?.mark);
  const who = name(increment);
  const add = (code: string, message: string, hint = STATUS_HINT) =>
    findings.add('error', code, message, hint, field.line);
  if (reading.kind === 'empty') add('status-missing', `${who} has a status line without a value.`);
  if (reading.kind === 'unknown')
    add('status-unknown', `${who} has the status "${field.value}", which means nothing here.`);
  if (reading.kind === 'contradiction') {
    add('status-contradiction', `${who} has a box and a word that disagree: "${field.value}".`);
  }
  if (reading.kind === 'needs-person') {
    const hint = 'Mark it done, set it to pending, or take the increment out of the plan.';
    add('status-needs-person', `${who} is ${reading.word}; whether it still has to run is for a person to say.`, hint);
  }
}

function checkStatus(increment: IncrementOutline, findings: Findings): void {
  const [field, second] = increment.statusFields;
  if (!field) {
    const late = increment.lateStatus;
    const hint = late === undefined ? STATUS_HINT : `The one in line ${late + 1} stands below a label; move it up.`;
    findings.add('error', 'status-missing', `${name(increment)} has no status line.`, hint, increment.line);
  } else if (second) {
    const message = `${name(increment)} has ${increment.statusFields.length} status lines; the first is in line ${field.line + 1}.`;
    findings.add('error', 'status-duplicate', message, 'Keep the one that is true.', second.line);
  } else checkStatusValue(increment, field, findings);
}

function checkGates(outline: PlanOutline, increment: IncrementOutline, findings: Findings): void {
  const { gates, strays } = readGates(outline, increment);
  if (gates.length === 0) {
    const label = increment.sections.find((section) => section.name === 'test-gate');
    const message = `${name(increment)} has ${label ? 'an empty test gate' : 'no test gate'}.`;
    const hint = 'Write `Test gate:` at the start of a line, and below it a numbered list of commands in backticks.';
    findings.add('error', 'gate-missing', message, hint, label?.line ?? increment.line);
  }
  for (const stray of strays) {
    const message = `This looks like a gate of increment ${increment.id}, but it is no item of its test gate.`;
    findings.add('warning', 'gate-outside-list', message, 'Make it an item of the list below `Test gate:`.', stray);
  }
}

function checkIds(outline: PlanOutline, findings: Findings): void {
  const lines = new Map<string, number>();
  let last: string | undefined;
  for (const { id, title, line } of outline.increments) {
    const first = lines.get(id);
    if (id === '') {
      const message = `The increment "${title}" has no id.`;
      findings.add('error', 'increment-id-missing', message, 'Write `### Increment 01: Title`.', line);
    } else if (first !== undefined) {
      const message = `Increment ${id} is there twice; the first stands in line ${first + 1}.`;
      findings.add('error', 'increment-duplicate', message, 'Give one of them another id.', line);
    } else lines.set(id, line);
    if (!/^\d+$/.test(id)) continue;
    if (last !== undefined && Number(id) < Number(last)) {
      const message = `Increment ${id} stands after increment ${last}; increments run in the order of the file.`;
      findings.add('warning', 'increment-order', message, 'Renumber or move it if that is not meant.', line);
    }
    last = id;
  }
}

function checkHeader(outline: PlanOutline, findings: Findings): void {
  const [overall, second] = outline.overall;
  const hint = 'Write `**Overall Status:** pending` once, at the end of the summary.';
  if (outline.title === undefined) {
    findings.add('warning', 'title-missing', 'The plan has no title.', 'Begin with `# Implementation Plan: Title`.', 0);
  }
  if (!overall) findings.add('error', 'overall-missing', 'The plan has no overall status.', hint, 0);
  else if (second) findings.add('error', 'overall-duplicate', 'The plan has two overall statuses.', hint, second.line);
  else if (readStatus(overall.value, OVERALL_WORDS, overall.box?.mark).kind !== 'status') {
    const message = `The overall status "${overall.value}" means nothing here; the next mark replaces it.`;
    findings.add('warning', 'overall-unknown', message, hint, overall.line);
  }
  const { problem, line } = readFrontmatter(outline.lines);
  if (problem) {
    const message = `The frontmatter's path of the PRD can't be read: ${problem}`;
    findings.add('warning', 'frontmatter-invalid', message, 'Write `prd: path/from/the/git/root.md`.', line);
  }
}

function checkMilestones(outline: PlanOutline, plan: Plan, findings: Findings): void {
  readMilestones(outline).forEach(({ row, ids, unknown }, position) => {
    const add = (level: 'error' | 'warning' | 'info', code: string, message: string, hint: string) =>
      findings.add(level, code, `Milestone "${row.name.text}" ${message}`, hint, row.line);
    if (!row.status)
      add(
        'error',
        'milestone-status-cell',
        'has no status cell that can be told.',
        'Give the row one cell for each column.',
      );
    if (unknown.length > 0) {
      add(
        'warning',
        'milestone-unknown-increment',
        `names ${unknown.join(', ')}, not an increment here.`,
        'Correct the cell.',
      );
    } else if (ids.length === 0) {
      add(
        'warning',
        'milestone-empty',
        'names no increment; it is done when the plan is.',
        'Write `01-03` or `01, 03`.',
      );
    }
    const milestone = plan.milestones[position];
    const derived = milestone && deriveMilestone(milestone, plan.increments);
    if (row.status && milestone?.status !== derived) {
      add(
        'info',
        'milestone-stale',
        `says "${row.status.text}" but is ${derived}.`,
        'The next mark corrects the cell.',
      );
    }
  });
}

function checkStructure({ lines, unclosed, increments, misplaced }: PlanOutline, findings: Findings): void {
  if (unclosed) {
    const message = `This ${unclosed.kind} is never closed, so that everything below it is hidden.`;
    findings.add('error', `${unclosed.kind}-unclosed`, message, 'Close it.', unclosed.line);
  }
  for (const line of misplaced) {
    const message = `"${lines[line]?.text.trim()}" looks like an increment, but its heading is not of level three.`;
    findings.add('error', 'increment-level', message, 'Begin the heading with `### `.', line);
  }
  if (increments.length === 0) {
    const hint = 'Write each as `### Increment 01: Title` with a status line and a test gate.';
    findings.add('error', 'increments-missing', 'The plan has no increment.', hint, 0);
  }
}

const incrementFindings = once((increment: IncrementOutline, outline: PlanOutline): Finding[] => {
  const findings = new Findings('');
  checkStatus(increment, findings);
  checkGates(outline, increment, findings);
  return findings.all;
});

/** Adds everything that is wrong or doubtful in a plan to `findings`. */
export function checkPlan(outline: PlanOutline, plan: Plan, findings: Findings): void {
  checkStructure(outline, findings);
  checkHeader(outline, findings);
  checkIds(outline, findings);
  for (const increment of outline.increments) findings.take(incrementFindings(increment, outline));
  checkMilestones(outline, plan, findings);
}

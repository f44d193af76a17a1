import { isDeepStrictEqual } from 'node:util';
import { deriveMilestone, deriveOverall } from './derive.js';
import { DocumentError } from './document-error.js';
import { applyEdits, setField } from './edit.js';
import type { Edit } from './edit.js';
import { planFromOutline } from './parse-plan.js';
import type { PlanOutline } from './plan-outline.js';
import { outlinePlan } from './plan-parts.js';
import type { Increment, IncrementStatus, OverallStatus, Plan } from './types.js';

/** What to write into a plan. Milestones and the overall status always follow from the increments. */
export interface PlanMarks {
  increment?: { id: string; status: IncrementStatus };
  /** Text of the *Current Increment* field, one line; left alone when the plan has no such field. */
  current?: string;
}

function incrementEdits(outline: PlanOutline, plan: Plan, id: string, status: IncrementStatus): Edit[] {
  const found = outline.increments.filter((increment) => increment.id === id);
  const [target, twin] = found;
  if (!target || twin) {
    const code = twin ? 'increment-duplicate' : 'increment-unknown';
    const message = `The plan has ${twin ? `${found.length} increments` : 'no increment'} ${id}; nothing was marked.`;
    throw new DocumentError(code, message, {
      hint: 'Correct the ids in the plan.',
      ...(twin && { line: twin.line + 1 }),
    });
  }
  const [field, second] = target.statusFields;
  if (!field || second) {
    const code = second ? 'status-duplicate' : 'status-missing';
    const message = `Increment ${id} has ${second ? 'two status lines' : 'no status line'}; nothing was marked.`;
    throw new DocumentError(code, message, { line: target.line + 1, hint: 'Give it exactly one `**Status:**` line.' });
  }
  const known = plan.increments.find((increment) => increment.id === id)?.status;
  if (known === status && field.value === status) return [];
  return setField(outline.lines, field, status, status === 'done');
}

function currentEdits(outline: PlanOutline, current: string | undefined): Edit[] {
  const [field] = outline.current;
  if (current === undefined || !field || field.value === current) return [];
  return setField(outline.lines, field, current, false);
}

function overallEdits(outline: PlanOutline, plan: Plan, derived: OverallStatus): Edit[] {
  const [field, second] = outline.overall;
  if (!field || second || plan.overallStatus === derived) return [];
  return setField(outline.lines, field, derived, derived === 'done');
}

function milestoneEdits(outline: PlanOutline, plan: Plan, increments: Increment[]): Edit[] {
  return outline.tables
    .flatMap((table) => table.rows)
    .flatMap(({ line, status }, index) => {
      const milestone = plan.milestones[index];
      if (!milestone || !status) return [];
      const derived = deriveMilestone(milestone, increments);
      if (milestone.status === derived) return [];
      return [{ line, from: status.from, to: status.to, text: status.text === '' ? ` ${derived} ` : derived }];
    });
}

/** The model less what may move or change with a mark: line numbers and sources. */
function comparable(plan: Plan): unknown {
  return { ...plan, increments: [], milestones: plan.milestones.map((milestone) => ({ ...milestone, line: 0 })) };
}

function comparableIncrement(increment: Increment): unknown {
  return { ...increment, line: 0, source: '', gates: increment.gates.map((gate) => gate.text) };
}

/** Most increments are the very same, since their part of the text is. */
function sameIncrement(increment: Increment, other: Increment | undefined): boolean {
  if (increment === other) return true;
  return other !== undefined && isDeepStrictEqual(comparableIncrement(increment), comparableIncrement(other));
}

function samePlan(plan: Plan, other: Plan): boolean {
  if (plan.increments.length !== other.increments.length) return false;
  if (!plan.increments.every((increment, index) => sameIncrement(increment, other.increments[index]))) return false;
  return isDeepStrictEqual(comparable(plan), comparable(other));
}

function expected(outline: PlanOutline, plan: Plan, marked: Increment[], current: string | undefined): Plan {
  const [overall, second] = outline.overall;
  const rows = outline.tables.flatMap((table) => table.rows);
  return {
    ...plan,
    increments: marked,
    overallStatus: overall && !second ? deriveOverall(marked) : undefined,
    currentIncrement: outline.current.length > 0 && current !== undefined ? current : plan.currentIncrement,
    milestones: plan.milestones.map((milestone, index) => ({
      ...milestone,
      status: rows[index]?.status ? deriveMilestone(milestone, marked) : undefined,
    })),
  };
}

/**
 * Writes marks into a plan, byte for byte but for the fields concerned: one increment's status (its old tail goes with
 * it), *Current Increment* when given, and the milestone cells and the overall status where the increments say something
 * else than they do. Marking twice is the same as marking once.
 *
 * The result is parsed again; should anything but these fields differ, it throws. Other errors: an unknown or a
 * duplicate id, no status line or two of them.
 *
 * @throws DocumentError
 */
export function markPlan(text: string, marks: PlanMarks): string {
  const outline = outlinePlan(text);
  const plan = planFromOutline(outline, '');
  const { increment, current } = marks;
  const marked = plan.increments.map((known) =>
    known.id === increment?.id ? { ...known, status: increment.status } : known,
  );
  const edits = [
    ...(increment ? incrementEdits(outline, plan, increment.id, increment.status) : []),
    ...currentEdits(outline, current),
    ...overallEdits(outline, plan, deriveOverall(marked)),
    ...milestoneEdits(outline, plan, marked),
  ];
  if (edits.length === 0) return text;
  const result = applyEdits(text, outline.lines, edits);
  const after = planFromOutline(outlinePlan(result), '');
  if (!samePlan(after, expected(outline, plan, marked, current))) {
    const hint = 'Look at the lines next to the status lines: is there something that a mark would change?';
    throw new DocumentError('mark-unsafe', 'Marking the plan would change more than its marks; nothing was marked.', {
      hint,
    });
  }
  return result;
}

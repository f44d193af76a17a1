import { parsePlan } from './parse-plan.js';
import type { GuardChange, Increment, Milestone, Plan, PrdReference } from './types.js';

type Kind = GuardChange['kind'];

const MAX_QUOTE = 120;
/** More than a person reads; the rest is counted. */
const MAX_CHANGES = 60;

/** A text as a quotation of one line, cut to a length that a sentence can hold. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE - 1)}…` : line}"`;
}

/** Changes, no more than a person reads. */
export function bounded(changes: GuardChange[]): GuardChange[] {
  const more = changes.length - MAX_CHANGES;
  if (more <= 0) return changes;
  return [...changes.slice(0, MAX_CHANGES), { kind: 'structure', message: `There are ${more} more changes.` }];
}

function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/** What changed between two lists of texts, as ends of a sentence. */
function listChanges(noun: string, before: readonly string[], after: readonly string[]): string[] {
  const removed = without(before, after);
  const added = without(after, before);
  if (removed.length + added.length === 0) {
    return before.every((item, index) => item === after[index]) ? [] : [`${noun}s reordered`];
  }
  if (before.length === after.length) {
    return before.flatMap((item, index) =>
      item === after[index] ? [] : [`${noun} ${index + 1} changed from ${quote(item)} to ${quote(after[index] ?? '')}`],
    );
  }
  return [
    ...removed.map((item) => `${noun} ${quote(item)} removed`),
    ...added.map((item) => `${noun} ${quote(item)} added`),
  ];
}

function references(list: readonly PrdReference[]): string[] {
  return list.map(({ story, criteria }) => (criteria.length > 0 ? `${story} AC ${criteria.join(', ')}` : story));
}

/** The increment's text but for its status line, to notice what the model doesn't hold. */
function prose({ source }: Increment): string {
  return source
    .split(/\r\n|\n|\r/)
    .filter((line) => !/\bstatus\b/i.test(line))
    .join('\n')
    .trimEnd();
}

function incrementChanges(before: Increment, after: Increment): GuardChange[] {
  const changes: GuardChange[] = [];
  const add = (kind: Kind, what: string) => changes.push({ kind, message: `Increment ${before.id}: ${what}.` });
  const texts = (increment: Increment) => increment.gates.map((gate) => gate.text);
  listChanges('gate', texts(before), texts(after)).forEach((what) => add('gate', what));
  listChanges('scope item', before.scope, after.scope).forEach((what) => add('text', what));
  listChanges('primary file', before.primaryFiles, after.primaryFiles).forEach((what) => add('text', what));
  listChanges('exit criterion', before.exitCriteria, after.exitCriteria).forEach((what) => add('text', what));
  const [old, now] = [references(before.prdRefs), references(after.prdRefs)];
  listChanges('PRD reference', old, now).forEach((what) => add('text', what));
  if (before.title !== after.title) add('text', `title changed from ${quote(before.title)} to ${quote(after.title)}`);
  if (changes.length === 0 && prose(before) !== prose(after)) add('text', 'text changed');
  if (before.status !== after.status) {
    add('mark', `status changed from ${before.status ?? 'none'} to ${after.status ?? 'none'}`);
  }
  return changes;
}

/** Increments by id, and by how often that id occurred before. */
function keyed(increments: readonly Increment[]): Map<string, Increment> {
  const seen = new Map<string, number>();
  return new Map(
    increments.map((increment) => {
      const count = seen.get(increment.id) ?? 0;
      seen.set(increment.id, count + 1);
      return [`${increment.id} ${count}`, increment];
    }),
  );
}

function structureChanges(before: Plan, after: Plan): GuardChange[] {
  const [old, now] = [keyed(before.increments), keyed(after.increments)];
  const changes: GuardChange[] = [];
  const add = (message: string) => changes.push({ kind: 'structure', message });
  for (const [key, { id, title }] of old) if (!now.has(key)) add(`Increment ${id}, ${quote(title)}, removed.`);
  for (const [key, { id, title }] of now) if (!old.has(key)) add(`Increment ${id}, ${quote(title)}, added.`);
  const kept = [...now.keys()].filter((key) => old.has(key));
  if ([...old.keys()].filter((key) => now.has(key)).some((key, index) => key !== kept[index]))
    add('Increments reordered.');
  for (const [key, increment] of old) {
    const counterpart = now.get(key);
    // One by one: an agent may have written more changes than a call takes arguments.
    for (const change of counterpart && counterpart !== increment ? incrementChanges(increment, counterpart) : [])
      changes.push(change);
  }
  return changes;
}

function milestoneChanges(before: readonly Milestone[], after: readonly Milestone[]): GuardChange[] {
  if (before.length !== after.length) {
    const message = `The milestone table has ${after.length} instead of ${before.length} rows.`;
    return [{ kind: 'structure', message }];
  }
  return before.flatMap((milestone, index): GuardChange[] => {
    const now = after[index];
    const who = `Milestone ${quote(milestone.name)}`;
    if (now?.name !== milestone.name || now.increments.join() !== milestone.increments.join()) {
      return [{ kind: 'structure', message: `${who}: name or increments changed.` }];
    }
    if (now.status === milestone.status) return [];
    const message = `${who}: status changed from ${milestone.status ?? 'none'} to ${now.status ?? 'none'}.`;
    return [{ kind: 'mark', message }];
  });
}

/** Everything in which two versions of a plan differ, in sentences; empty only when they are the same text. */
export function diffPlans(before: string, after: string): GuardChange[] {
  if (before === after) return [];
  const [old, now] = [parsePlan(before, '').value, parsePlan(after, '').value];
  const changes = [...structureChanges(old, now), ...milestoneChanges(old.milestones, now.milestones)];
  const field = (kind: Kind, name: string, from: string | undefined, to: string | undefined) => {
    if (from !== to)
      changes.push({ kind, message: `${name} changed from ${quote(from ?? '')} to ${quote(to ?? '')}.` });
  };
  field('text', 'The title', old.title, now.title);
  field('mark', 'Overall Status', old.overallStatus, now.overallStatus);
  field('mark', 'Current Increment', old.currentIncrement, now.currentIncrement);
  field('structure', 'The path of the PRD', old.prdPath, now.prdPath);
  if (changes.length === 0) {
    changes.push({ kind: 'text', message: 'Text outside of the increments, spacing or line endings changed.' });
  }
  return bounded(changes);
}

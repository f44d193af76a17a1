import { markPlan } from '../documents/mark-plan.js';
import { parsePlan } from '../documents/parse-plan.js';

/**
 * `done` on disk but not in HEAD is not done: a mark without its commit is torn, whoever wrote it.
 *
 * @param committed the plan's text in HEAD
 * @returns the text with those marks back at `pending`, and their increments' ids
 */
export function forgetTornMarks(text: string, committed: string, path: string): { text: string; forgotten: string[] } {
  const inHead = new Map(parsePlan(committed, path).value.increments.map(({ id, status }) => [id, status]));
  const forgotten = parsePlan(text, path)
    .value.increments.filter(({ id, status }) => status === 'done' && inHead.get(id) !== 'done')
    .map(({ id }) => id);
  const marked = forgotten.reduce((now, id) => markPlan(now, { increment: { id, status: 'pending' } }), text);
  return { text: marked, forgotten };
}

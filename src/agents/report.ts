import { z } from 'zod';
import type { AgentReport } from './types.js';

const MAX_ITEMS = 20;
const MAX_CHARACTERS = 1000;

/** One line: what goes into the progress log must not be able to form an entry of its own. */
const sentence = z.string().transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS));

/** A placeholder comes from the prompt's own example, which some agents print back. */
const isReal = (text: string): boolean => text !== '' && !/^<.*>$/.test(text);

const sentences = z
  .union([sentence.transform((one) => [one]), z.array(sentence)])
  .nullish()
  .transform((items) => (items ?? []).filter(isReal).slice(0, MAX_ITEMS));

const reportSchema = z.object({ learnings: sentences, criteria: sentences, blocked: sentence.nullish() });

export interface ReadReport {
  report: AgentReport | undefined;
  /** What was wrong with the report, a sentence for the log. */
  note: string | undefined;
}

/**
 * The last `ralph-report` block of what an agent said. None, or none but the prompt's own example: `undefined`, no note.
 * One that can't be read: `undefined` and a note. Never throws.
 */
export function readReport(text: string): ReadReport {
  const block = lastBlock(text);
  if (block === undefined) return { report: undefined, note: undefined };
  const json = parseJson(block);
  if (json === undefined) return unreadable('it is not valid JSON');
  const parsed = reportSchema.safeParse(json);
  if (!parsed.success) return unreadable(parsed.error.issues.map(describeIssue).join('; '));
  return fromFields(parsed.data);
}

function fromFields({ learnings, criteria, blocked }: z.infer<typeof reportSchema>): ReadReport {
  const named = criteria.filter((ref) => /^\S+\.\d+$/.test(ref));
  const strange = criteria.filter((ref) => !named.includes(ref));
  const reason = blocked != null && isReal(blocked) ? blocked : undefined;
  const note =
    strange.length === 0
      ? undefined
      : `The agent's report names criteria that are no references: ${strange.join(', ')}.`;
  if (learnings.length + named.length === 0 && reason === undefined) return { report: undefined, note };
  return { report: { learnings, criteria: named, ...(reason === undefined ? {} : { blocked: reason }) }, note };
}

const unreadable = (why: string): ReadReport => ({
  report: undefined,
  note: `The agent's report was left out: ${why.slice(0, MAX_CHARACTERS)}.`,
});

const describeIssue = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** Line by line, so that a text full of half-open blocks costs no more than its length. */
function lastBlock(text: string): string | undefined {
  let last: string | undefined;
  let open: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/`{3,}[ \t]*ralph-report[ \t]*$/.test(line)) open = [];
    else if (open !== undefined && /^[ \t]*`{3,}[ \t]*$/.test(line)) {
      last = open.join('\n');
      open = undefined;
    } else open?.push(line);
  }
  // An agent that was stopped in its last words may have left the block open.
  return open === undefined ? last : open.join('\n');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

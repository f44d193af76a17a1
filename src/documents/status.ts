import type { IncrementStatus, OverallStatus, PrdStatus } from './types.js';

/** What a status value says. Only `status` may be acted on; nothing else is ever read as done. */
export type StatusReading<S> =
  | { kind: 'status'; status: S }
  /** `skipped`, `deferred`, …: a decision that a person has to take. */
  | { kind: 'needs-person'; word: string }
  /** A box and a word that disagree: `[x] pending`. */
  | { kind: 'contradiction' }
  | { kind: 'unknown' }
  | { kind: 'empty' };

type Vocabulary<S extends string> = Record<S, string[]>;

const PENDING = ['pending', 'todo', 'to-do', 'not-started', 'planned', 'queued'];
const IN_PROGRESS = ['in-progress', 'inprogress', 'wip', 'active', 'started', 'ongoing'];
const DONE = ['done', 'complete', 'completed', 'shipped', 'finished'];
const NEEDS_PERSON = ['skipped', 'skip', 'deferred', 'parked', 'superseded', 'cancelled', 'canceled', 'dropped'].concat(
  ['abandoned', 'obsolete', 'postponed', 'on-hold', 'wontfix'],
);

export const INCREMENT_WORDS: Vocabulary<IncrementStatus> = {
  pending: PENDING,
  'in-progress': IN_PROGRESS,
  done: DONE,
  blocked: ['blocked'],
};
/** For milestones, the whole plan, and stories. */
export const OVERALL_WORDS: Vocabulary<OverallStatus> = { pending: PENDING, 'in-progress': IN_PROGRESS, done: DONE };
export const PRD_WORDS: Vocabulary<PrdStatus> = {
  draft: ['draft'],
  approved: ['approved', 'accepted'],
  'in-progress': IN_PROGRESS,
  complete: DONE,
};

const ORNAMENT = /^(?:[\s*_`"'“”‘’«»]|\p{Extended_Pictographic}|\uFE0F|\u200D|[✓✔✗✘●○◐]|:[a-z0-9_+-]+:)+/u;
const BOX = /^\[([ xX])\](?=\s|$)/;
/** After the word: its end, or a tail. `done-ish`, `done?`, `pending | done` and `pending -> done` are no status. */
const WORD_END = '(?![\\p{L}\\p{N}_?]|-[\\p{L}\\p{N}]|[\\s*_`"\'”’]*(?:[|/→]|[-=]>))';

const patterns = new Map<string, RegExp>();

function startsWith(text: string, word: string): boolean {
  let pattern = patterns.get(word);
  if (!pattern) {
    pattern = new RegExp(`^${word.replace('-', '[\\s_-]')}${WORD_END}`, 'iu');
    patterns.set(word, pattern);
  }
  return pattern.test(text);
}

function agrees(box: string | undefined, status: string): boolean {
  if (box === undefined) return true;
  const finished = status === 'done' || status === 'complete';
  return finished === (box !== ' ');
}

/**
 * Reads a status value leniently: capitals, emphasis, backticks, quotes, emoji, struck-out text, a leading box, synonyms,
 * and a tail after the word. `box` is the one that stands before the field's name, if any.
 */
export function readStatus<S extends string>(value: string, words: Vocabulary<S>, box?: string): StatusReading<S> {
  let text = value.replace(/~~[^~]*~~/g, '').replace(ORNAMENT, '');
  const inner = BOX.exec(text);
  if (inner) text = text.slice(inner[0].length).replace(ORNAMENT, '');
  text = text.trim();
  if (text === '') return { kind: 'empty' };
  for (const status of Object.keys(words) as S[]) {
    if (!words[status].some((word) => startsWith(text, word))) continue;
    return agrees(inner?.[1] ?? box, status) && agrees(box, status)
      ? { kind: 'status', status }
      : { kind: 'contradiction' };
  }
  const word = NEEDS_PERSON.find((candidate) => startsWith(text, candidate));
  return word ? { kind: 'needs-person', word } : { kind: 'unknown' };
}

/** The status, or nothing when the value says none. */
export function statusOf<S extends string>(value: string, words: Vocabulary<S>, box?: string): S | undefined {
  const reading = readStatus(value, words, box);
  return reading.kind === 'status' ? reading.status : undefined;
}

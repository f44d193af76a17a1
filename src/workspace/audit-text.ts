import { IncrementIndex } from '../documents/milestone-range.js';
import type { Finding, Increment, Plan } from '../documents/types.js';
import { piecesOf } from '../gates/pieces.js';
import { lineOf } from './audit-lines.js';

const UNDECIDED = /(?<![\w-])(?:TBD|TBC)(?![\w-])|\?{3,}/;
const ELLIPSIS = /(?<=^|\s)(?:\.{3}|…)(?=\s|$)/;
/** Not `Promise<string>`, `<https://…>` or a redirection: a name in angle brackets that stands alone. */
const BLANK = /(?<=^|[\s(=/])<([A-Za-z][\w -]*)>/g;
const HTML = new Set(
  'a abbr b br code dd del details div dl dt em h1 h2 h3 hr i img ins kbd li ol p pre s samp small span strong sub summary sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
);

/** `code` may search for the word TBD, but no command holds an ellipsis or a name to be filled in. */
function placeholderIn(prose: string, code = ''): string | undefined {
  const text = `${prose} ${code}`;
  const blank = [...text.matchAll(BLANK)].find((match) => !HTML.has((match[1] ?? '').toLowerCase()));
  return (UNDECIDED.exec(prose) ?? ELLIPSIS.exec(text) ?? blank)?.[0];
}

/** Code in prose is meant as it stands: `<Button>` there is a name. */
const proseOf = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.kind === 'prose' ? piece.text : ' '))
    .join(' ');

const codeOf = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.kind === 'prose' ? ' ' : piece.text))
    .join(' ');

/** Titles, scope and gates that their author left to be filled in. */
export function checkPlaceholders(plan: Plan, increment: Increment): Finding[] {
  const places = [
    { what: 'title', line: increment.line, found: placeholderIn(proseOf(increment.title)) },
    ...increment.scope.map((item) => {
      return { what: 'scope', line: lineOf(increment, item), found: placeholderIn(proseOf(item)) };
    }),
    ...increment.gates.map(({ text, line }) => {
      return { what: 'test gate', line, found: placeholderIn(proseOf(text), codeOf(text)) };
    }),
  ];
  return places.flatMap(({ what, line, found }): Finding[] => {
    if (found === undefined) return [];
    const message = `The ${what} of increment ${increment.id} holds the placeholder "${found}".`;
    const hint = 'Write what is meant: the agent would guess.';
    return [{ level: 'warning', code: 'placeholder', message, file: plan.file, line, hint }];
  });
}

const DEPENDS =
  /\b(?:depends? on|dependenc(?:y|ies)|prerequisites?|requires?|needs?|blocked by|builds? on|after)[\s:*_]*(?:the\s+)?increments?\s+([\w.]+(?:(?:,\s*(?:and\s+)?|\s+and\s+|\s*[–-]\s*)[\w.]*\d[\w.]*)*)/gi;

/** Increments that say they depend on one that runs after them: order in the file is the only dependency there is. */
export function checkOrder(plan: Plan): Finding[] {
  const { increments } = plan;
  const index = new IncrementIndex(increments.map((increment) => increment.id));
  return increments.flatMap((increment, position) => {
    if (increment.status === 'done') return [];
    return [...proseOf(increment.source).matchAll(DEPENDS)].flatMap((match): Finding[] => {
      const named = index.read((match[1] ?? '').replace(/\.$/, '')).ids;
      const later = increments.slice(position + 1).filter(({ id, status }) => named.includes(id) && status !== 'done');
      if (later.length === 0) return [];
      const ids = later.map(({ id }) => id).join(', ');
      const phrase = match[0].replace(/[\s*_]+/g, ' ');
      return [
        {
          level: 'warning',
          code: 'increment-depends-on-later',
          message: `Increment ${increment.id} says "${phrase}", but ${ids} runs after it.`,
          file: plan.file,
          line: lineOf(increment, match[0]),
          hint: 'Increments run in the order of the file: move one of them.',
        },
      ];
    });
  });
}

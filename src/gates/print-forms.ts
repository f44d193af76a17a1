import type { Expectation } from './types.js';

type Prints = Expectation & { kind: 'prints' };

/** A place in an expectation's text that asks for a printed number. */
export interface PrintForm {
  index: number;
  /** As written. */
  number: string;
  expectation: Prints;
  /** The text speaks of output ("prints 3"), so that it stands beside an exit code and not in place of one. */
  says: boolean;
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** A whole number: not a part of `3.5`, `80%`, `10s` or `v2`. */
const NUMBER = `(?<![\\w.])(-?\\d{1,3}(?:,\\d{3})+|-?\\d+|${WORDS.join('|')})(?![\\w%]|[.,]\\d)`;
const SAYS = /\b(?:returns?|returned|prints?|outputs?|stdout|echoes)\b/;

interface Form {
  pattern: RegExp;
  comparison: Prints['comparison'];
  orExit?: boolean;
}

const OR_MORE = '\\s*(?:\\+|\\(?or (?:more|greater|higher)\\b)';
/** "At least 6 new tests pass" is about passing, not about a printed 6. */
const NO_PASSING = '(?![^.;]*\\b(?:pass(?:es|ed|ing)?|succeed|green)\\b)';
/** "0 errors" is what tools report by exit code, not what they print. */
const NO_PROBLEMS =
  '(?<=\\b(?:0|zero))\\s+(?:type |lint )?(?:errors?|warnings?|failures?|failed|failing|issues|problems|violations|vulnerabilities)\\b';

const equalTo = (before: string): Form => ({
  pattern: new RegExp(`${before}:?\\s*${NUMBER}(?!${OR_MORE})(?!${NO_PROBLEMS})${NO_PASSING}`),
  comparison: '=',
});

const atLeast = (pattern: string): Form => ({ pattern: new RegExp(pattern + NO_PASSING), comparison: '>=' });

const FORMS: Form[] = [
  atLeast(`(?:≥|>=|\\b(?:at least|no fewer than|not less than|minimum(?: of)?))\\s*${NUMBER}`),
  atLeast(NUMBER + OR_MORE),
  { pattern: new RegExp(`(?:(?<![-=])>|(?<!\\b(?:no|not) )\\b(?:more|greater) than)\\s*${NUMBER}`), comparison: '>' },
  { pattern: /\b(?:prints?|outputs?|count|number|total)\b[^.;]{0,30}?\b(non-?\s?zero)\b/, comparison: '>' },
  { ...equalTo('\\b(?:returns?|returned|expect(?:s|ed)?)'), orExit: true },
  equalTo('\\b(?:number|count|total|result|output|value)(?: of [^.;,\\d]{1,40}?)?(?: is| of| equals|:| =| ==)'),
  equalTo('\\b(?:exactly|prints?|outputs?|echoes|shows|reports|yields|gives|equals|should be|must be)'),
  // A bare number counts only after a dash, an equals sign or the like: "— 3", "is 3".
  equalTo('^(?:(?:[—–:(→]|[-=]>?)+|is\\b)'),
];

/** Exit codes from 126 on never pass: a larger number can only have been meant as a printed one. */
const LARGEST_EXIT_CODE = 125;

/** Every form in a normalised text, the one that stands first at the front. */
export function printForms(text: string): PrintForm[] {
  const found = FORMS.flatMap(({ pattern, comparison, orExit }) => {
    const match = pattern.exec(text);
    const number = match?.[1];
    if (!match || number === undefined) return [];
    const value = valueOf(number);
    const expectation: Prints = {
      kind: 'prints',
      comparison,
      value,
      orExit: orExit === true && value <= LARGEST_EXIT_CODE,
    };
    return [{ index: match.index, number, expectation, says: SAYS.test(text.slice(0, match.index + match[0].length)) }];
  });
  return found.sort((a, b) => a.index - b.index);
}

function valueOf(number: string): number {
  const word = number.startsWith('non') ? 0 : WORDS.indexOf(number);
  return word >= 0 ? word : Number(number.replaceAll(',', ''));
}

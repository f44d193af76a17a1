import { CODE } from './inline-mask.js';

export type SectionName = 'scope' | 'primary-files' | 'test-gate' | 'exit-criteria';

/** A label at column 0 that opens a section of an increment. */
export interface Label {
  /** `undefined` for a label that means nothing to the runner; it ends the section before it. */
  name: SectionName | undefined;
  /** As written, without colon and emphasis. */
  title: string;
  /** Offset of what follows the colon. */
  end: number;
}

const KNOWN = new RegExp(
  `^(\\*\\*|__)?((scope)|(primary files?)|(test gates?)|exit criteri(?:a|on))((?: \\([^)]*\\))?)(?::\\1|\\1 ?:)(?=\\s|$|${CODE})`,
  'i',
);
/** Words that open a section of prose in real plans, also when they are bold. */
const OTHER = new RegExp(
  '^(\\*\\*|__)(prerequisites?|alternatives?|roll ?back|notes?|risks?|dependenc(?:y|ies)|depends on|out of scope|' +
    'commit guidance|context|background|constraints?|open questions?|references?)(?::\\1|\\1 ?:)',
  'i',
);
const PLAIN = /^([A-Z][\w'’&/-]*(?: [\w'’&/()-]+){0,4}):(?=\s|$)/;
/** A bold name with text behind it is a label; bold alone on its line is a sub-heading and ends nothing. */
const BOLD = /^(\*\*|__)([^*_:]{1,60})(?::\1|\1 ?:)(?=\s+\S)/;
const PRD_REFERENCE = /^(?:\*\*|__)?PRD ref/i;

/** Reads the label that a masked line starts with. Labels stand at column 0 and are never headings. */
export function readLabel(visible: string): Label | undefined {
  const known = KNOWN.exec(visible);
  if (known) {
    const [whole, , title = '', scope, files, gate] = known;
    const name = scope ? 'scope' : files ? 'primary-files' : gate ? 'test-gate' : 'exit-criteria';
    return { name, title, end: whole.length };
  }
  if (PRD_REFERENCE.test(visible)) return undefined;
  const bold = OTHER.exec(visible) ?? BOLD.exec(visible);
  if (bold) return { name: undefined, title: bold[2] ?? '', end: bold[0].length };
  const plain = PLAIN.exec(visible);
  return plain ? { name: undefined, title: plain[1] ?? '', end: plain[0].length } : undefined;
}

/** Whether the label ends the part of a body in which fields are read. Bold names other than the known ones are fields. */
export function endsFields(label: Label, visible: string): boolean {
  return label.name !== undefined || !/^(?:\*\*|__)/.test(visible);
}

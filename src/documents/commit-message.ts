/** Subjects of the runner's commits; the trailers by which it finds them again are the git room's. */

export type CommitType = 'feat' | 'fix' | 'refactor';

const FIX = /^(?:fix(?:es|ed|ing)?|repair(?:s|ed|ing)?|correct(?:s|ed|ing)?)(?![\w-])/i;
const REFACTOR =
  /^(?:refactor(?:s|ed|ing)?|extract(?:s|ed|ing)?|renam(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|restructur(?:e|es|ed|ing)|simplif(?:y|ies|ied|ying)|clean(?:s|ed|ing)?(?:-?up)?)(?![\w-])/i;

/** Conventional commit type, by the first word of an increment's title. */
export function commitType(title: string): CommitType {
  const words = title.replace(/^[\s*_`"'“‘]+/, '');
  if (FIX.test(words)) return 'fix';
  return REFACTOR.test(words) ? 'refactor' : 'feat';
}

/** `feat(0001): increment 01 — <title as in the plan>`. */
export function incrementSubject(planNumber: string, increment: { id: string; title: string }): string {
  const title = oneLine(increment.title);
  const subject = `${commitType(title)}(${planNumber}): increment ${oneLine(increment.id)}`;
  return title === '' ? subject : `${subject} — ${title}`;
}

/** Subject of the commits that set a workspace up and archive it: `chore(0001): set up workspace`. */
export function choreSubject(planNumber: string, what: 'set up workspace' | 'archive'): string {
  return `chore(${planNumber}): ${what}`;
}

/** As git shows a subject (`%s`), so that a commit is found again by it; git would cut it at a NUL. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const oneLine = (value: string): string => value.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();

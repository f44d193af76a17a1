import { argumentsOf, calledWord, segmentsOf } from './shell.js';

const SEARCH = /^(?:[ef]|z|bz|xz)?grep$|^(?:rg|ag|ack)$/;

/** The simple command whose exit code and output a command line ends with. */
export function lastSegment(command: string): string {
  return segmentsOf(command).at(-1)?.text ?? '';
}

/** Called word and arguments of the last command; nothing for a negated one, whose exit code means the opposite. */
function lastSearch(command: string): { flags: string } | undefined {
  const segments = segmentsOf(command);
  const last = segments.at(-1)?.text ?? '';
  let pipelineStart = segments.length - 1;
  while (segments[pipelineStart - 1]?.after === '|') pipelineStart -= 1;
  if (/^\s*!\s/.test(segments[pipelineStart]?.text ?? '')) return undefined;
  const rest = argumentsOf(last);
  const isGitGrep = calledWord(last) === 'git' && /^grep\s/.test(rest);
  if (!isGitGrep && !SEARCH.test(calledWord(last) ?? '')) return undefined;
  return { flags: rest.replace(/'[^']*'|"(?:[^"\\]|\\[^])*"/g, "''") };
}

/** Whether it ends in a grep-like search, which exits 1 when it finds nothing. */
export function isSearch(command: string): boolean {
  return lastSearch(command) !== undefined;
}

/** Whether that search prints nothing in any case. */
export function isQuiet(command: string): boolean {
  const flags = lastSearch(command)?.flags ?? '';
  return /(?:^|\s)(?:-[A-Za-z]*q[A-Za-z]*|--quiet|--silent)(?=\s|$)/.test(flags);
}

/** Whether it prints the lines that it found: then "0" can only mean that there are none. */
export function printsLines(command: string): boolean {
  const flags = lastSearch(command)?.flags;
  if (flags === undefined || isQuiet(command)) return false;
  return !/(?:^|\s)(?:-[A-Za-z]*[co][A-Za-z]*|--count(?:-matches)?|--only-matching)(?=\s|$)/.test(flags);
}

/** Whether it prints a count, 0 included: `wc`, or a grep that counts. */
export function countsMatches(command: string): boolean {
  const last = lastSegment(command);
  if (calledWord(last) === 'wc') return true;
  const flags = lastSearch(command)?.flags;
  const grep = /grep$/.test(calledWord(last) ?? '');
  return grep && flags !== undefined && /(?:^|\s)(?:-[A-Za-z]*c[A-Za-z]*|--count)(?=\s|$)/.test(flags);
}

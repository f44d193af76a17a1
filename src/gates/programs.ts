import { calledWord, segmentsOf } from './shell.js';

/** Whether the machine has a program: asked for bare names and for absolute paths. */
export type KnowsProgram = (word: string) => boolean;

const BUILTINS = new Set(
  (
    '. : [ [[ (( alias bg bind break builtin cd command compgen continue declare dirs disown echo enable eval exec exit export ' +
    'false fc fg getopts hash help jobs kill let local mapfile popd printf pushd pwd read readonly return set shift ' +
    'shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'
  ).split(' '),
);

const BARE_NAME = /^[A-Za-z_][\w.+-]*$/;
const LOCAL_SCRIPT = /^(?:\.{1,2}|~)\/\S/;
const RELATIVE_PATH = /^[\w.@-]+(?:\/[\w.@-]+)+$/;

/** Whether bash could call this word: a program on PATH, a builtin, or a path to something that runs. */
function isCallable(word: string, hasArguments: boolean, knowsProgram: KnowsProgram): boolean {
  if (BUILTINS.has(word)) return hasArguments;
  if (LOCAL_SCRIPT.test(word)) return true;
  if (word.startsWith('/')) return knowsProgram(word);
  if (RELATIVE_PATH.test(word)) return hasArguments || /\.(?:sh|bash)$/.test(word);
  return BARE_NAME.test(word) && knowsProgram(word);
}

/** Whether a code span in prose is a command rather than a name or a value such as `true`, `$ref` or `/api/health`. */
export function isCommand(span: string, knowsProgram: KnowsProgram): boolean {
  const word = calledWord(segmentsOf(span)[0]?.text ?? '');
  if (word === undefined) return /^(?:for|case|select)\s[^]*[;\n]/.test(span);
  return isCallable(word, /\s/.test(span.trim()), knowsProgram);
}

/** Whether a person would take a span for a command although its program may be unknown here. */
export function looksLikeCommand(span: string, knowsProgram: KnowsProgram): boolean {
  const words =
    /^\S+\s+\S/.test(span) && (isCommand(span, knowsProgram) || /\s(?:--?[A-Za-z][\w-]*|\||&&|>\s)/.test(span));
  return words || LOCAL_SCRIPT.test(span);
}

/** What a command calls and the machine does not have. Guesses nothing about functions and here-documents. */
export function unknownPrograms(command: string, knowsProgram: KnowsProgram): string[] {
  if (/<<(?!<)|\(\)|\bcase\s/.test(command)) return [];
  const isNoProgram = (word: string): boolean =>
    BARE_NAME.test(word)
      ? !BUILTINS.has(word) && !knowsProgram(word)
      : word === command && isPlainFile(word) && !knowsProgram(word);
  const words = segmentsOf(command).map((segment) => calledWord(segment.text));
  return [...new Set(words.filter((word) => word !== undefined).filter(isNoProgram))];
}

/** `src/a.ts` alone is a file that should be there, not a script that is still to be made. */
const isPlainFile = (word: string): boolean => RELATIVE_PATH.test(word) && !/\.(?:sh|bash)$|\/[^.]*$/.test(word);

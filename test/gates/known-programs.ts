const PROGRAMS = new Set(
  'npm npx node tsc eslint jest pytest make grep rg git ls find wc tail head sort cat test curl jq docker cargo go diff /usr/bin/env'.split(
    ' ',
  ),
);

/** Stands for a machine with these programs and no others. */
export const knowsProgram = (word: string): boolean => PROGRAMS.has(word);

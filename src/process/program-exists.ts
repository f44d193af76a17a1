import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

/** What bash runs without a file: its builtins and reserved words (Bash Reference Manual, indexes D.1 and D.2). */
export const SHELL_WORDS = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo ' +
    'enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd ' +
    'printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type ' +
    'typeset ulimit umask unalias unset wait ! [[ { ( (( case coproc for function if select time until while'
  ).split(' '),
);

/**
 * Where a command's first word leads: the path of an executable file, or the word itself when the shell knows it
 * (a program on PATH comes first); `undefined` when it leads nowhere. A word with a slash is a path from `cwd`.
 *
 * @param where.path value of PATH; an empty entry means `cwd`
 */
export async function findProgram(word: string, where: { path: string; cwd: string }): Promise<string | undefined> {
  const candidates = word.includes('/') ? [word] : where.path.split(':').map((folder) => path.join(folder, word));
  for (const candidate of word === '' ? [] : candidates) {
    const file = path.resolve(where.cwd, candidate);
    if (await isProgram(file)) return file;
  }
  return SHELL_WORDS.has(word) ? word : undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { SHELL_WORDS } from './program-exists.js';

/**
 * Whether a word is something bash can run: what `findProgram` answers, for pure code that asks of many words in a row.
 * Answers are remembered.
 *
 * @param where.path value of PATH; an empty entry means `cwd`
 */
export function programPredicate(where: { path: string; cwd: string }): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const answer = known.get(word) ?? isProgram(word, where);
    known.set(word, answer);
    return answer;
  };
}

function isProgram(word: string, where: { path: string; cwd: string }): boolean {
  if (word === '') return false;
  if (SHELL_WORDS.has(word)) return true;
  const candidates = word.includes('/') ? [word] : where.path.split(':').map((folder) => path.join(folder, word));
  return candidates.some((candidate) => isExecutable(path.resolve(where.cwd, candidate)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

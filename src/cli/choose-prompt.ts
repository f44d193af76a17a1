/** The template of the prompt that the configuration names, read once: a run keeps the text that it was started with. */
import { stat } from 'node:fs/promises';
import { MAX_TEMPLATE_BYTES, templateProblem } from '../agents/prompt-template.js';
import type { Config } from '../config.js';
import { UserError, messageOf } from '../errors.js';
import { readDocument } from '../workspace/document-file.js';

/**
 * @returns `undefined` for the built-in one
 * @throws UserError `prompt-unreadable`, `prompt-template`, `not-text`
 */
export async function choosePrompt({ promptFile }: Config): Promise<string | undefined> {
  if (promptFile === undefined) return undefined;
  const size = await sizeOf(promptFile);
  const [text, problem] =
    size > MAX_TEMPLATE_BYTES
      ? ['', `It has ${size} bytes, of which at most ${MAX_TEMPLATE_BYTES} are taken.`]
      : await readDocument(promptFile).then((read) => [read, templateProblem(read)] as const);
  if (problem === undefined) return text;
  throw new UserError(
    'prompt-template',
    `The prompt's template ${promptFile} can't be used. ${problem}`,
    'Mend it; docs/agents.md lists the variables, and `ralph init --prompt` writes the built-in one.',
  );
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw unreadable(file, messageOf(error));
  }
  throw unreadable(file, 'it is no file');
}

function unreadable(file: string, why: string): UserError {
  return new UserError(
    'prompt-unreadable',
    `The prompt's template ${file} can't be read: ${why}.`,
    'Correct `promptFile` in the configuration; it is meant from the folder of the file that says it.',
  );
}

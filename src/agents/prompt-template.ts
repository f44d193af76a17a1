/** A prompt's template: text in which `{{gates}}` and the like are replaced. */
import { byteLength } from './cut.js';
import { PROMPT_VARIABLES } from './prompt-variables.js';
import type { PromptContext } from './types.js';

/** Bytes; leaves two thirds of a prompt to what it tells. */
export const MAX_TEMPLATE_BYTES = 20_000;

const VARIABLE = /\{\{([^{}\n]*)\}\}/g;
const ALONE_IN_ITS_LINE = /^[ \t]*\{\{([^{}\n]*)\}\}[ \t]*\n\s*/gm;

/** Why the text is no template, a sentence; `undefined` when it is one. */
export function templateProblem(text: string): string | undefined {
  if (text.trim() === '') return 'It is empty.';
  const size = byteLength(text);
  if (size > MAX_TEMPLATE_BYTES) return `It has ${size} bytes, of which at most ${MAX_TEMPLATE_BYTES} are taken.`;
  const unknown = [...text.matchAll(VARIABLE)].find(([, name]) => !Object.hasOwn(PROMPT_VARIABLES, nameOf(name)));
  if (unknown === undefined) return undefined;
  const line = text.slice(0, unknown.index).split('\n').length;
  return `Line ${line}: there is no variable ${unknown[0]}. Known: ${Object.keys(PROMPT_VARIABLES).join(', ')}.`;
}

/**
 * The template with its variables replaced, once: what looks like a variable in a plan or in a gate's output stays. A line
 * that holds nothing but a variable goes, with the empty lines after it, when there is nothing to say.
 *
 * @param template one without a `templateProblem`
 */
export function renderPrompt(template: string, context: PromptContext): string {
  const valueOf = (name: string | undefined) => PROMPT_VARIABLES[nameOf(name)]?.(context) ?? '';
  return `${template.replaceAll('\r\n', '\n').trim()}\n`
    .replace(ALONE_IN_ITS_LINE, (line, name: string) => (valueOf(name) === '' ? '' : line))
    .replace(VARIABLE, (_, name: string) => valueOf(name))
    .trimEnd()
    .concat('\n');
}

function nameOf(inside: string | undefined): string {
  return inside?.trim() ?? '';
}

import { BUILT_IN_PROMPT } from './built-in-prompt.js';
import { byteLength, cutMiddle } from './cut.js';
import { renderPrompt } from './prompt-template.js';
import type { PromptContext } from './types.js';

/** Bytes; what the smallest contexts of current agents take with room to work. */
export const MAX_PROMPT_BYTES = 60_000;

/** Lists are cut in number before texts are cut in length: nobody reads the two-hundredth learning. */
const MAX_ITEMS = 40;

/**
 * The whole prompt of one attempt, Markdown of at most 60,000 bytes. When the parts are too long, the longest are cut in the
 * middle, with the file that holds all of it. Holds nothing but what the context gives: no environment, no secrets.
 *
 * @param template one without a `templateProblem`
 */
export function buildPrompt(context: PromptContext, template: string = BUILT_IN_PROMPT): string {
  const bounded = boundLists(context);
  const withParts = (mostBytes: number): string =>
    renderPrompt(
      template,
      mapParts(bounded, (text, whereAllIs) => cutMiddle(text, mostBytes, whereAllIs)),
    );
  const fits = (mostBytes: number): boolean => byteLength(withParts(mostBytes)) <= MAX_PROMPT_BYTES;
  return cutMiddle(withParts(largest(MAX_PROMPT_BYTES, fits)), MAX_PROMPT_BYTES, context.plan.file);
}

/** The largest number up to `most` that holds, where all below one that holds do; 0 when none does. */
function largest(most: number, holds: (value: number) => boolean): number {
  if (holds(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Applies `change` to every text that may be long, with the place where the reader finds all of it. */
function mapParts(context: PromptContext, change: (text: string, whereAllIs: string) => string): PromptContext {
  const { plan, progressFile } = context;
  const inPlan = (text: string) => change(text, plan.file);
  return {
    ...context,
    increment: {
      ...context.increment,
      source: inPlan(context.increment.source),
      exitCriteria: context.increment.exitCriteria.map(inPlan),
      primaryFiles: context.increment.primaryFiles.map(inPlan),
    },
    gates: context.gates.map((gate) =>
      gate.kind === 'command' ? { ...gate, command: inPlan(gate.command) } : { ...gate, text: inPlan(gate.text) },
    ),
    stories: context.stories.map((story) => ({
      ...story,
      openCriteria: story.openCriteria.map(({ ref, text }) => ({
        ref,
        text: change(text, context.prdFile ?? plan.file),
      })),
    })),
    learnings: context.learnings.map((text) => change(text, progressFile)),
    failures: context.failures.map((failure) => ({
      ...failure,
      gate: inPlan(failure.gate),
      tail: change(failure.tail, failure.logFile),
    })),
    guidance: context.guidance.map((text) => change(text, 'with the person who wrote it')),
    ...(context.hookOutput === undefined
      ? {}
      : { hookOutput: change(context.hookOutput, 'what the hook prints when you run it') }),
  };
}

/** The newest learnings and notes, and the first of everything else. */
function boundLists(context: PromptContext): PromptContext {
  const first = <T>(items: T[]): T[] => items.slice(0, MAX_ITEMS);
  return {
    ...context,
    increment: {
      ...context.increment,
      exitCriteria: first(context.increment.exitCriteria),
      primaryFiles: first(context.increment.primaryFiles),
    },
    gates: first(context.gates),
    stories: first(context.stories).map((story) => ({ ...story, openCriteria: first(story.openCriteria) })),
    learnings: context.learnings.slice(-MAX_ITEMS),
    failures: first(context.failures),
    guidance: context.guidance.slice(-MAX_ITEMS),
  };
}

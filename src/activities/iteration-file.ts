/**
 * What an iteration was begun with, in its folder: the increment's text and its gates, pinned. An agent that rewrites
 * them in the plan changes nothing, and no command travels through history.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromptStory } from '../agents/types.js';
import type { Criterion, Increment } from '../documents/types.js';
import type { Gate } from '../gates/types.js';
import { replaceFile } from '../replace-file.js';
import { attemptFolder, iterationFolder } from '../workspace/run-folder.js';
import type { Held } from './context.js';
import type { IterationRef } from './types.js';

export interface PinnedIteration {
  planNumber: string;
  planTitle: string;
  increment: Increment;
  gates: Gate[];
  stories: PromptStory[];
  /** Commit that the iteration started from. */
  base: string;
  /** What a person changed in the plan since the last commit. */
  personEdits: string[];
  /** Untracked repositories inside the checkout that are the user's. */
  nested: string[];
  /** Work that a commit of somebody else holds already: no change is expected of this iteration. */
  committedBefore: boolean;
}

/** Manual gates are the agent's to answer; these are run. */
export function commandGates(pinned: PinnedIteration): Extract<Gate, { kind: 'command' }>[] {
  return pinned.gates.filter((gate) => gate.kind === 'command');
}

export function folderOf(held: Held, ref: IterationRef): string {
  return iterationFolder(held.folder, ref.iteration, ref.increment);
}

/** Makes the attempt's folder for prompt, output and gate logs. */
export async function makeAttemptFolder(held: Held, ref: IterationRef, attempt: number): Promise<string> {
  const path = attemptFolder(folderOf(held, ref), attempt);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

export async function pinIteration(held: Held, ref: IterationRef, pinned: PinnedIteration): Promise<void> {
  const folder = folderOf(held, ref);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(pinned, null, 2)}\n`;
  await replaceFile(join(folder, 'iteration.json'), text, { durable: true, mode: 0o600 });
}

export async function readPinned(held: Held, ref: IterationRef): Promise<PinnedIteration> {
  return JSON.parse(readFileSync(join(folderOf(held, ref), 'iteration.json'), 'utf8')) as PinnedIteration;
}

/** Criteria that nobody has ticked, with the position that names them. */
export function openOnes(story: string, criteria: Criterion[]): PromptStory['openCriteria'] {
  return criteria
    .map(({ text, checked }, index) => ({ ref: `${story}.${index + 1}`, text, checked }))
    .filter(({ checked }) => !checked)
    .map(({ ref, text }) => ({ ref, text }));
}

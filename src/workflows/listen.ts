/**
 * Signals and updates of one name share one reducer; an update adds a refusal that writes no history. Whatever reaches
 * a handler is checked first: an exception in a handler would fail the workflow task for ever.
 */
import { setHandler } from '@temporalio/workflow';
import { readBudgets } from './budgets.js';
import type { LoopState } from './loop-state.js';
import {
  guideSignal,
  guideUpdate,
  pauseSignal,
  pauseUpdate,
  resumeSignal,
  resumeUpdate,
  statusQuery,
} from './messages.js';
import type { LoopStatus, ResumeMessage } from './types.js';

/** Shown where a person picks a signal in the Web UI. */
const descriptions = {
  resume: 'Let a waiting run go on. Input, if any: {"note": "for the next agent"}',
  pause: 'Wait after the current step',
  guide: 'Put a note into the next agent\'s prompt. Input: "the note in quotes"',
};

/** @param changed called after each message that was taken */
export function listen(state: LoopState, changed: () => void): void {
  const afterwards = (): LoopStatus => {
    changed();
    return state.status();
  };
  const resume = (message?: ResumeMessage) => {
    state.resume(readResume(message));
    return afterwards();
  };
  const pause = () => {
    state.pause();
    return afterwards();
  };
  const guide = (text: string) => {
    state.guide(readText(text));
    return afterwards();
  };
  setHandler(statusQuery, () => state.status());
  setHandler(resumeSignal, (message?: ResumeMessage) => void resume(message), { description: descriptions.resume });
  setHandler(pauseSignal, () => void pause(), { description: descriptions.pause });
  setHandler(guideSignal, (text) => void guide(text), { description: descriptions.guide });
  setHandler(resumeUpdate, resume, {
    validator: (message?: ResumeMessage) => refuse(state.resumeProblem(readResume(message))),
  });
  setHandler(pauseUpdate, pause);
  setHandler(guideUpdate, guide, {
    validator: (text) => refuse(readText(text) === '' ? 'A note needs text.' : undefined),
  });
}

/** Validators are not awaited, so they must throw at once. */
function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}

/** A person types signals by hand in the Web UI: a bare text is taken as the note. */
function readResume(value: unknown): ResumeMessage {
  if (typeof value === 'string') return { note: value };
  if (typeof value !== 'object' || value === null) return {};
  const { note, accept, maxIterations, budgets, otherAgent } = value as Record<string, unknown>;
  return {
    ...(typeof note === 'string' ? { note } : {}),
    ...(typeof accept === 'boolean' ? { accept } : {}),
    ...(typeof maxIterations === 'number' ? { maxIterations } : {}),
    ...(budgets === undefined ? {} : { budgets: readBudgets(budgets) }),
    ...(otherAgent === true ? { otherAgent } : {}),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

import { describe, expect, test } from '@jest/globals';
import type { ImplementResult } from '../../src/activities/types.js';
import { LoopState, incrementsLeft } from '../../src/workflows/loop-state.js';
import type { Waiting } from '../../src/workflows/types.js';
import { loopInput, snapshot } from './input.js';

const kinds = ['blocked', 'capped', 'limited', 'paused'] as const;

function waiting(kind: Waiting['kind'], reason: Waiting['reason'] = 'gates'): Waiting {
  return { kind, reason, message: 'Because.', since: 1, failures: [] };
}

function stateOf(kind?: Waiting['kind'], reason?: Waiting['reason']): LoopState {
  const state = new LoopState(loopInput({ maxIterations: 5 }));
  state.data.iterationsUsed = 5;
  if (kind !== undefined) state.wait(waiting(kind, reason));
  return state;
}

describe('resume', () => {
  test.each(kinds)('releases a run that is %s', (kind) => {
    const state = stateOf(kind);
    expect(state.data.state).toBe(kind);
    expect(state.resumeProblem({})).toBeUndefined();
    state.resume();
    expect(state.data).toMatchObject({ waiting: undefined, state: 'running', pauseRequested: false, accept: false });
  });

  test('of a run that does not wait changes nothing but keeps the note', () => {
    const state = stateOf();
    expect(state.resumeProblem({})).toContain('not waiting (it is setting-up)');
    state.pause();
    state.resume({ note: ' Think. ', accept: true, maxIterations: 9 });
    expect(state.data).toMatchObject({ guidance: ['Think.'], accept: false, maxIterations: 5, pauseRequested: true });
  });

  test('gives a capped run as many iterations again, or as many as said', () => {
    const again = stateOf('capped', 'iterations');
    again.resume();
    expect(again.data.maxIterations).toBe(10);
    const said = stateOf('capped', 'iterations');
    said.resume({ maxIterations: 7 });
    expect(said.data.maxIterations).toBe(7);
    expect(said.atCap()).toBe(false);
  });

  test.each([5, 4, 0, -1, 5.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a cap of %s', (maxIterations) => {
    const state = stateOf('capped', 'iterations');
    expect(state.resumeProblem({ maxIterations })).toContain('5 iterations are used');
    state.resume({ maxIterations });
    expect(state.data).toMatchObject({ state: 'capped', maxIterations: 5 });
  });

  test('accepts only what changed nothing', () => {
    const gates = stateOf('blocked', 'gates');
    expect(gates.resumeProblem({ accept: true })).toContain('another reason');
    gates.resume({ accept: true });
    expect(gates.data.state).toBe('blocked');
    const unchanged = stateOf('blocked', 'nothing-changed');
    unchanged.resume({ accept: true });
    expect(unchanged.data).toMatchObject({ state: 'running', accept: true });
  });

  test('twice is once', () => {
    const state = stateOf('capped', 'iterations');
    state.resume();
    state.resume();
    expect(state.data.maxIterations).toBe(10);
  });
});

describe('pause', () => {
  test.each([undefined, ...kinds])('is remembered while the run is %s', (kind) => {
    const state = stateOf(kind);
    state.pause();
    expect(state.data.pauseRequested).toBe(true);
    expect(state.data.waiting?.kind).toBe(kind);
  });
});

describe('guide', () => {
  test('keeps notes in order, cut and counted', () => {
    const state = stateOf('blocked');
    state.guide('');
    for (let note = 1; note <= 60; note += 1) state.guide(`${note} ${'x'.repeat(5_000)}`);
    expect(state.data.guidance).toHaveLength(40);
    expect(state.data.guidance[0]).toMatch(/^21 x/);
    expect(new Set(state.data.guidance.map((note) => note.length))).toEqual(new Set([4_000]));
  });

  test('lets a note go when its increment is done, and not before it was in a prompt', () => {
    const state = stateOf();
    state.guide('seen');
    expect(state.showGuidance()).toEqual(['seen']);
    state.guide('late');
    state.forgetShownGuidance();
    expect(state.data.guidance).toEqual(['late']);
    state.forgetShownGuidance();
    expect(state.showGuidance()).toEqual(['late']);
    state.forgetShownGuidance();
    expect(state.data.guidance).toEqual([]);
  });

  test('counts what was shown also when a flood pushed it out', () => {
    const state = stateOf();
    state.guide('seen');
    state.showGuidance();
    for (let note = 0; note < 50; note += 1) state.guide(`new ${note}`);
    state.forgetShownGuidance();
    expect(state.data.guidance).toHaveLength(40);
  });
});

describe('memory', () => {
  test('is carried over whole, and completed where an older run knew less', () => {
    const { guidanceShown, ...older } = stateOf('blocked').data;
    expect(guidanceShown).toBe(0);
    const state = new LoopState(loopInput({ carried: older as never }));
    expect(state.data).toMatchObject({ ...older, guidanceShown: 0 });
  });

  test('is bounded, and its journal counts on', () => {
    const state = stateOf();
    for (let entry = 0; entry < 150; entry += 1) state.tell('step', 'x'.repeat(1_000));
    expect(state.data.journal).toHaveLength(100);
    expect(state.data.journal.at(-1)).toMatchObject({ sequence: 150, text: 'x'.repeat(500) });
  });

  test('names what was blocked, for the next iteration', () => {
    const state = stateOf();
    state.blocked('broken', 'No space.', [], 7);
    expect(state.data).toMatchObject({ lastBlock: undefined, waiting: { kind: 'blocked', since: 7 } });
    state.data.current = { increment: { id: '02', title: 'x' } } as never;
    state.blocked('gates', 'Red.', [], 8);
    expect(state.data.lastBlock).toEqual({ increment: '02', reason: 'gates' });
  });

  test('adds up what agents cost', () => {
    const state = stateOf();
    const usage = { inputTokens: 1, outputTokens: 2, costUsd: 0.5, agentMs: 4, agents: 1 };
    const result = { outcome: { kind: 'finished' }, usage } as ImplementResult;
    const where = { iteration: 1, increment: '01', attempt: 1 };
    const lost = state.beginAgent(where);
    const heard = state.beginAgent(where);
    expect(state.data.unreported).toEqual([lost, heard]);
    state.recordAgent(heard, { ...result, interrupted: [{ ...lost, usage }] });
    state.recordAgent(state.beginAgent({ ...where, increment: '02' }), result);
    expect(state.data.usage).toEqual({ inputTokens: 3, outputTokens: 6, costUsd: 1.5, agentMs: 12, agents: 3 });
    expect(state.data.spent.increment).toEqual({ of: '02', usage });
    expect(state.data.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'finished', 'finished']);
    expect(state.data.unreported).toEqual([]);
  });

  test('takes the day as a step saw it, and nothing from an agent that was not started', () => {
    const state = stateOf();
    const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0, agentMs: 0, agents: 0 };
    const day = { of: '2026-03-01', until: Date.now() + 60_000, usage: { ...usage, costUsd: 7 } };
    const start = state.beginAgent({ iteration: 1, increment: '01', attempt: 1 });
    state.recordAgent(start, { outcome: { kind: 'unaffordable' }, usage, day } as ImplementResult);
    expect(state.data).toMatchObject({ attempts: [], usage, spent: { day } });
    expect(state.overrun({ day: { costUsd: 7 } })).toMatchObject({ scope: 'day', used: 7 });
  });
});

test('increments are left as long as one is not done, or none is known', () => {
  expect(incrementsLeft(undefined)).toBe(true);
  expect(incrementsLeft(snapshot({ '01': 'done', '02': 'blocked' }))).toBe(true);
  expect(incrementsLeft(snapshot({ '01': 'done', '02': 'done' }))).toBe(false);
});

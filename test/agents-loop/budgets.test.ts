/** What agents may use: sums per increment, run and day, and what a person may answer when one is used up. */
import { describe, expect, test } from '@jest/globals';
import {
  added,
  describeOverrun,
  nothingSpent,
  overrun,
  raised,
  readBudgets,
  type Spent,
} from '../../src/workflows/budgets.js';
import type { ImplementResult } from '../../src/activities/types.js';
import { budgetAmount, chosenBudgets, unreachable } from '../../src/cli/budget-flags.js';
import { resolveAgent } from '../../src/agents/resolve.js';
import { LoopState } from '../../src/workflows/loop-state.js';
import type { LoopData, RalphLoopInput } from '../../src/workflows/types.js';

const noon = Date.UTC(2026, 2, 1, 12);
const usage = { inputTokens: 80, outputTokens: 20, costUsd: 2, agentMs: 120_000, agents: 1 };
const twice = { inputTokens: 160, outputTokens: 40, costUsd: 4, agentMs: 240_000, agents: 2 };

describe('sums', () => {
  const spent: Spent = {
    increment: { of: '02', usage },
    day: { of: '2026-03-01', until: noon + 3_600_000, usage: twice },
  };

  test('begin anew with each increment', () => {
    const first = added(nothingSpent().increment, usage, '01');
    expect(added(first, usage, '01')).toEqual({ of: '01', usage: twice });
    expect(added(first, usage, '02')).toEqual({ of: '02', usage });
  });

  test.each([
    ['increment', { increment: { costUsd: 2 } }, { scope: 'increment', measure: 'costUsd', used: 2, limit: 2 }],
    ['run', { run: { tokens: 200 } }, { scope: 'run', measure: 'tokens', used: 200, limit: 200 }],
    ['day', { day: { minutes: 4 } }, { scope: 'day', measure: 'minutes', used: 4, limit: 4 }],
    [
      'agents',
      { increment: { agents: 2 }, day: { agents: 2 } },
      { scope: 'day', measure: 'agents', used: 2, limit: 2 },
    ],
    ['none', { run: { costUsd: 4.01 }, increment: { tokens: 101 } }, undefined],
  ])('reach a budget: %s', (_, budgets, expected) => {
    expect(overrun(budgets, twice, spent, '02', noon)).toEqual(expected);
  });

  test('of another increment or another day hold nobody up', () => {
    const budgets = { increment: { costUsd: 1 }, day: { costUsd: 1 } };
    expect(overrun(budgets, usage, spent, '03', spent.day.until)).toBeUndefined();
  });
});

test('a message from anywhere gives budgets that make sense, or none', () => {
  expect(readBudgets({ run: { costUsd: 3, tokens: -1, wine: 2 }, day: 'all', year: { costUsd: 1 } })).toEqual({
    run: { costUsd: 3 },
  });
  expect(readBudgets('much')).toEqual({});
  expect(raised({ run: { costUsd: 1, tokens: 5 } }, { run: { costUsd: 2 } })).toEqual({
    run: { costUsd: 2, tokens: 5 },
  });
});

test('typed budgets are added up, and refused when they are none', () => {
  expect(budgetAmount('day.minutes=90', budgetAmount('run.costUsd=2.5'))).toEqual({
    run: { costUsd: 2.5 },
    day: { minutes: 90 },
  });
  for (const text of ['costUsd=3', 'run.euros=3', 'run.costUsd=', 'run.costUsd=-1', 'run.costUsd=1e3']) {
    expect(() => budgetAmount(text)).toThrow();
  }
  expect(chosenBudgets({ run: { tokens: 5, costUsd: 1 } }, { budgetCost: 9 })).toEqual({
    run: { tokens: 5, costUsd: 9 },
  });
});

test('a budget that an agent can never reach is said so', () => {
  const budgets = { run: { costUsd: 1, tokens: 1, minutes: 1 } };
  expect(unreachable(resolveAgent({ name: 'claude' }), budgets)).toEqual([]);
  expect(unreachable(resolveAgent({ name: 'codex' }), budgets)).toEqual([
    expect.stringContaining('codex does not tell its cost'),
  ]);
  expect(unreachable(resolveAgent({ name: 'copilot' }), budgets)).toHaveLength(2);
});

describe('a run whose budget is used up', () => {
  function capped(): LoopState {
    const input = { maxIterations: 5, budgets: { run: { costUsd: 2 } } } as Partial<RalphLoopInput> as RalphLoopInput;
    const state = new LoopState(input);
    state.data.current = { iteration: 1, increment: { id: '01' }, attempt: 1 } as LoopData['current'];
    const start = state.beginAgent({ iteration: 1, increment: '01', attempt: 1 });
    state.recordAgent(start, { outcome: { kind: 'finished' }, usage } as ImplementResult);
    const over = state.overrun();
    state.wait({
      kind: 'capped',
      reason: 'budget',
      message: over ? describeOverrun(over) : '',
      since: 0,
      failures: [],
    });
    return state;
  }

  test('says so, with what was used', () => {
    const state = capped();
    expect(state.data.waiting?.message).toBe('The budget for this run is used up: $2.00 of $2.00.');
    expect(state.data.attempts).toEqual([{ increment: '01', iteration: 1, attempt: 1, outcome: 'finished', usage }]);
    expect(state.data.journal.map(({ text }) => text)).toContain(
      'agent finished after 2m 00s, 80 tokens in, 20 out, $2.00',
    );
  });

  test('gets as much again, or what a person gives; less than is used is refused', () => {
    const again = capped();
    again.resume({});
    expect(again.overrun()).toBeUndefined();
    expect(again.data).toMatchObject({ budgets: { run: { costUsd: 4 } }, maxIterations: 5, waiting: undefined });

    const given = capped();
    expect(given.resumeProblem({ budgets: { run: { costUsd: 1.5 } } })).toContain('would not let the run go on');
    given.resume({ budgets: { run: { costUsd: 1.5 } } });
    expect(given.data.waiting).toBeDefined();
    given.resume({ budgets: { run: { costUsd: 20 } } });
    expect(given.data).toMatchObject({ budgets: { run: { costUsd: 20 } }, waiting: undefined });
  });
});

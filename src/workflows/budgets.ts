/** What agents may use per increment, run and day, and what they have used. Pure: times are given. */
import type { DayUsage, Usage } from '../activities/types.js';

export const budgetScopes = ['increment', 'run', 'day'] as const;
export const budgetMeasures = ['costUsd', 'tokens', 'minutes', 'agents'] as const;
export type BudgetScope = (typeof budgetScopes)[number];
export type BudgetMeasure = (typeof budgetMeasures)[number];

/** US dollars, tokens in and out, minutes of working agents, starts of agents. */
export type Budget = Partial<Record<BudgetMeasure, number>>;
export type Budgets = Partial<Record<BudgetScope, Budget>>;

/** Usage of one increment. */
export interface Account {
  /** Id of the increment. */
  of: string;
  usage: Usage;
}

export interface Spent {
  increment: Account;
  /** Of all runs on the machine, as a step of this run last saw it. */
  day: DayUsage;
}

/** A budget that is used up. */
export interface Overrun {
  scope: BudgetScope;
  measure: BudgetMeasure;
  used: number;
  limit: number;
}

export function noUsage(): Usage {
  return { inputTokens: 0, outputTokens: 0, costUsd: 0, agentMs: 0, agents: 0 };
}

export function sumOf(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd + b.costUsd,
    agentMs: a.agentMs + b.agentMs,
    agents: a.agents + b.agents,
  };
}

/** The increment's account after an agent's run; one that begins anew forgets its past. */
export function added({ of, usage: before }: Account, usage: Usage, increment: string): Account {
  return { of: increment, usage: of === increment ? sumOf(before, usage) : usage };
}

export function nothingSpent(): Spent {
  return { increment: { of: '', usage: noUsage() }, day: { of: '', until: 0, usage: noUsage() } };
}

/** The first measure of a budget that is used up. */
export function reached(budget: Budget | undefined, usage: Usage): BudgetMeasure | undefined {
  return budgetMeasures.find((measure) => amountOf(usage, measure) >= (budget?.[measure] ?? Infinity));
}

/** The first budget that is used up; `undefined` when another agent may be started. */
export function overrun(
  budgets: Budgets,
  run: Usage,
  spent: Spent,
  increment: string | undefined,
  now: number,
): Overrun | undefined {
  const usages: Record<BudgetScope, Usage> = {
    increment: spent.increment.of === increment ? spent.increment.usage : noUsage(),
    run,
    day: now < spent.day.until ? spent.day.usage : noUsage(),
  };
  for (const scope of budgetScopes) {
    const measure = reached(budgets[scope], usages[scope]);
    if (measure === undefined) continue;
    return { scope, measure, used: amountOf(usages[scope], measure), limit: budgets[scope]?.[measure] ?? 0 };
  }
  return undefined;
}

/** The budgets with others laid over them. */
export function raised(budgets: Budgets, by: Budgets): Budgets {
  const scopes = budgetScopes.map((scope) => [scope, { ...budgets[scope], ...by[scope] }] as const);
  return Object.fromEntries(scopes.filter(([, budget]) => Object.keys(budget).length > 0));
}

/** Budgets out of a message that anybody may have written: what makes no sense is dropped. */
export function readBudgets(value: unknown): Budgets {
  const fields = (at: unknown): Record<string, unknown> =>
    typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : {};
  const scopes = budgetScopes.map((scope) => {
    const amounts = budgetMeasures
      .map((measure) => [measure, fields(fields(value)[scope])[measure]] as const)
      .filter(([, amount]) => typeof amount === 'number' && Number.isFinite(amount) && amount > 0);
    return [scope, Object.fromEntries(amounts)] as const;
  });
  return Object.fromEntries(scopes.filter(([, budget]) => Object.keys(budget).length > 0));
}

export function describeOverrun({ scope, measure, used, limit }: Overrun): string {
  const whose = { increment: 'this increment', run: 'this run', day: 'today, of all runs on this machine,' }[scope];
  const amounts = {
    costUsd: `$${used.toFixed(2)} of $${limit.toFixed(2)}`,
    tokens: `${Math.round(used)} of ${limit} tokens`,
    minutes: `${Math.floor(used)} of ${limit} minutes of agents`,
    agents: `${used} of ${limit} agents`,
  };
  return `The budget for ${whose} is used up: ${amounts[measure]}.`;
}

function amountOf({ inputTokens, outputTokens, costUsd, agentMs, agents }: Usage, measure: BudgetMeasure): number {
  return { costUsd, tokens: inputTokens + outputTokens, minutes: agentMs / 60_000, agents }[measure];
}

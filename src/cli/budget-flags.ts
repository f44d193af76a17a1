/** Budgets as they are typed. */
import { InvalidArgumentError } from 'commander';
import { unmeasured } from '../agents/measures.js';
import type { ResolvedAgent } from '../agents/types.js';
import { budgetMeasures, budgetScopes, raised, type Budgets } from '../workflows/budgets.js';

export interface BudgetFlags {
  budgetCost?: number | undefined;
  budgetTokens?: number | undefined;
  budgetMinutes?: number | undefined;
  budgetAgents?: number | undefined;
}

/** `run.costUsd=20`, added to those that were typed before. */
export function budgetAmount(text: string, before: Budgets = {}): Budgets {
  const [, scope, measure, amount] = /^(\w+)\.(\w+)=(.+)$/.exec(text) ?? [];
  const [inScope, inMeasure] = [
    budgetScopes.find((name) => name === scope),
    budgetMeasures.find((name) => name === measure),
  ];
  if (inScope === undefined || inMeasure === undefined || amount === undefined) {
    throw new InvalidArgumentError(
      `Write it like run.costUsd=20: one of ${budgetScopes.join(', ')}, one of ${budgetMeasures.join(', ')}, a number.`,
    );
  }
  return raised(before, { [inScope]: { [inMeasure]: positiveAmount(amount) } });
}

export function positiveAmount(text: string): number {
  const amount = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && amount > 0) return amount;
  throw new InvalidArgumentError('A number above 0 is needed.');
}

/** The settings' budgets, with those of the flags for the run. */
export function chosenBudgets(
  settings: Budgets,
  { budgetCost, budgetTokens, budgetMinutes, budgetAgents }: BudgetFlags,
): Budgets {
  return raised(settings, {
    run: {
      ...(budgetCost === undefined ? {} : { costUsd: budgetCost }),
      ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
      ...(budgetMinutes === undefined ? {} : { minutes: budgetMinutes }),
      ...(budgetAgents === undefined ? {} : { agents: budgetAgents }),
    },
  });
}

/** Budgets that this agent never reaches, since it does not tell what it uses; in sentences. */
export function unreachable({ name }: ResolvedAgent, budgets: Budgets): string[] {
  const measures = budgetMeasures.filter((measure) => budgetScopes.some((scope) => budgets[scope]?.[measure]));
  return measures.map((measure) => unmeasured(name, measure)).filter((sentence) => sentence !== undefined);
}

/**
 * What the agents of all runs on this machine have used: a line of JSON for each start of an agent, in a file per day of
 * UTC. Only added to, by any number of workers at once; a line that a killed one has torn is passed over.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DayUsage, Usage } from '../activities/types.js';
import { dayOf, endOfDay, startOfDay } from '../agents/zone.js';
import { manyParts, remember } from '../documents/remember.js';
import { errnoOf } from '../errors.js';
import { statePaths } from '../service/paths.js';

export interface LedgerEntry {
  /** Names the start of the agent; one that is entered again counts once. */
  key: string;
  /** When it ended, epoch ms. */
  at: number;
  usage: Usage;
}

const dayMs = 24 * 3_600_000;

/** Rejects with the file system's error. */
export async function enterUsage(state: string, entry: LedgerEntry): Promise<void> {
  const { usage: folder } = statePaths(state);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // In one write, and with a line break before it: a torn line must not take this one with it.
  appendFileSync(fileOf(folder, entry.at), `\n${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

/** The sum of the day that it is in that zone. Rejects with the file system's error. */
export async function usageOfDay(state: string, zone: string, now: number): Promise<DayUsage> {
  const { usage: folder } = statePaths(state);
  const [from, until] = [startOfDay(now, zone), endOfDay(now, zone)];
  // A day there began at most 25 hours ago, and in the third day of UTC from now.
  const texts = [2, 1, 0].map((days) => textOf(fileOf(folder, now - days * dayMs)));
  const entries = new Map(texts.flatMap(entriesOf).map((entry) => [entry.key, entry]));
  const usage: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0, agentMs: 0, agents: 0 };
  for (const entry of entries.values()) {
    if (entry.at < from || entry.at >= until) continue;
    usage.inputTokens += entry.usage.inputTokens;
    usage.outputTokens += entry.usage.outputTokens;
    usage.costUsd += entry.usage.costUsd;
    usage.agentMs += entry.usage.agentMs;
    usage.agents += entry.usage.agents;
  }
  return { of: dayOf(now, zone), until, usage };
}

function fileOf(folder: string, at: number): string {
  return join(folder, `${dayOf(at, 'UTC')}.jsonl`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function entriesOf(text: string): LedgerEntry[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : readLine(line)));
}

/** Read once: a busy day has thousands, and it is summed up before and after each agent. */
const readLine = remember((line): LedgerEntry[] => {
  try {
    const entry = JSON.parse(line) as LedgerEntry;
    return isWhole(entry) ? [entry] : [];
  } catch {
    return [];
  }
}, manyParts);

function isWhole({ key, at, usage }: LedgerEntry): boolean {
  const { inputTokens, outputTokens, costUsd, agentMs, agents } = usage;
  return typeof key === 'string' && [at, inputTokens, outputTokens, costUsd, agentMs, agents].every(Number.isFinite);
}

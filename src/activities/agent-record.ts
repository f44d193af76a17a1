/** A start of an agent, remembered beside its output: what it used counts, also when its worker was killed. */
import { createReadStream } from 'node:fs';
import { readFile, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createParser } from '../agents/parsers/create-parser.js';
import { createSummary } from '../agents/summary.js';
import type { AgentEvent, AgentUsage, ParserFamily } from '../agents/types.js';
import { errnoOf } from '../errors.js';
import { replaceFile } from '../replace-file.js';
import { attemptFolder, iterationFolder } from '../workspace/run-folder.js';
import { enterUsage } from '../workspace/usage-ledger.js';
import type { Held } from './context.js';
import type { AgentStart, InterruptedAgent, Usage } from './types.js';

export interface AgentRecord {
  /** Names the start among all of this machine. */
  key: string;
  family: ParserFamily;
  /** Epoch ms. */
  startedAt: number;
  /** Known when it has ended, or was found interrupted. */
  usage?: Usage;
}

/** The record's time says until when the agent was seen at work. */
const beatMs = 5_000;

/** Writes the record before the agent is started. @returns stops the beat */
export async function openRecord(file: string, record: AgentRecord): Promise<() => void> {
  await write(file, record);
  const beat = () => void utimes(file, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(beat, beatMs);
  return () => clearInterval(timer);
}

/** The agent has ended: its use is in its record and in the machine's ledger. */
export async function closeRecord(held: Held, file: string, record: AgentRecord, usage: Usage): Promise<void> {
  await write(file, { ...record, usage });
  await enterUsage(held.deps.state, { key: record.key, at: record.startedAt + usage.agentMs, usage });
}

export function keyOf(held: Held, { number }: Pick<AgentStart, 'number'>): string {
  return `${held.ref.token}/${number}`;
}

/** Looks up what the agents used whose results never came, as often as asked. One that was never started is left out. */
export async function countInterrupted(held: Held, unreported: AgentStart[]): Promise<InterruptedAgent[]> {
  const counted: InterruptedAgent[] = [];
  for (const start of unreported) {
    const found = await findRecord(held, start);
    if (found === undefined) continue;
    const usage = found.record.usage ?? (await usageByLog(found.file, found.record));
    await closeRecord(held, found.file, found.record, usage);
    counted.push({ ...start, usage });
  }
  return counted;
}

async function findRecord(held: Held, start: AgentStart): Promise<{ file: string; record: AgentRecord } | undefined> {
  const folder = attemptFolder(iterationFolder(held.folder, start.iteration, start.increment), start.attempt);
  const names = await readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => /^agent(\.\d+)?\.start\.json$/.test(one))) {
    const file = join(folder, name);
    const record = parse(await readFile(file, 'utf8'));
    if (record?.key === keyOf(held, start)) return { file, record };
  }
  return undefined;
}

/** What its raw output tells; it worked at least until it was last seen, or last printed. */
async function usageByLog(file: string, { family, startedAt }: AgentRecord): Promise<Usage> {
  const beside = (ending: string) => file.replace(/start\.json$/, ending);
  const seen = await Promise.all([file, beside('log'), beside('stderr.log')].map(timeOf));
  return {
    ...(await parseUsage(beside('log'), family)),
    agentMs: Math.max(0, Math.round(Math.max(...seen) - startedAt)),
    agents: 1,
  };
}

async function parseUsage(log: string, family: ParserFamily): Promise<AgentUsage> {
  const parser = createParser(family);
  const summary = createSummary();
  const take = (events: AgentEvent[]) => events.forEach((event) => summary.add(event));
  if ((await timeOf(log)) > 0) {
    for await (const chunk of createReadStream(log, 'utf8')) take(parser.push(String(chunk)));
  }
  take(parser.end());
  return summary.read().usage;
}

/** 0 for a file that is not there. */
async function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Written without waiting for the disk: after a power loss it may be cut off. */
async function write(file: string, record: AgentRecord): Promise<void> {
  await replaceFile(file, `${JSON.stringify(record)}\n`, { durable: false, mode: 0o600 });
}

function parse(text: string): AgentRecord | undefined {
  try {
    return JSON.parse(text) as AgentRecord;
  } catch {
    return undefined;
  }
}

/** One run of a coding agent: its output goes to a file and, piece by piece, through the parser of its family. */
import { createParser } from '../agents/parsers/create-parser.js';
import { commandFor, environmentFor } from '../agents/resolve.js';
import { createSummary } from '../agents/summary.js';
import type { AgentEvent, AgentSummary } from '../agents/types.js';
import { followFile } from '../process/follow.js';
import { readTail } from '../process/tail.js';
import type { ProgramResult } from '../process/types.js';
import { makeAgentFiles } from './agent-files.js';
import { closeRecord, keyOf, openRecord } from './agent-record.js';
import type { Documents, Held } from './context.js';
import { createEndWatch } from './end-watch.js';
import { openEventLog } from './event-log.js';
import { supervise } from './supervise.js';
import type { ImplementInput, Usage } from './types.js';

const tailBytes = 2_048;

export interface AgentRun {
  result: ProgramResult;
  summary: AgentSummary;
  usage: Usage;
  logFile: string;
  /** Of standard error, at most 2 KiB. */
  stderrTail: string;
  /** Of all that it printed, at most 2 KiB. */
  tail: string;
}

/** Rejects as `supervise` does when the step is cancelled or the worker stops. */
export async function runAgent(
  held: Held,
  documents: Documents,
  { ref, settings, attempt, start }: ImplementInput,
  folder: string,
  prompt: string,
): Promise<AgentRun> {
  const { agent, env } = held.runFile;
  const files = await makeAgentFiles(folder, prompt);
  const record = { key: keyOf(held, { number: start }), family: agent.family, startedAt: Date.now() };
  const stopBeat = await openRecord(files.record, record);

  const parser = createParser(agent.family);
  const summary = createSummary();
  const eventLog = openEventLog(files.events);
  const endWatch = createEndWatch(settings.resultGraceMs);
  const take = (events: AgentEvent[]) => {
    for (const event of events) {
      summary.add(event);
      endWatch.see(event);
    }
    eventLog.add(events);
  };
  const following = new AbortController();
  const follower = followFile(files.log, (chunk) => take(parser.push(chunk)), { signal: following.signal });
  try {
    const result = await supervise(
      held,
      {
        ...commandFor(agent, files.prompt),
        cwd: held.checkout.top,
        env: { ...environmentFor(agent, env), ...loopVariables(held, documents, ref, attempt) },
        stdinFile: files.prompt,
        stdoutFile: files.log,
        stderrFile: files.stderr,
        run: ref.run,
        wallMs: settings.agentWallMs,
        ...(agent.streams ? { idleMs: settings.agentIdleMs } : {}),
        graceMs: settings.graceMs,
        sweep: true,
        purpose: `agent for ${ref.increment}, attempt ${attempt}`,
      },
      { phase: 'agent', what: `${agent.name} on ${ref.increment}, attempt ${attempt}`, logFile: files.log },
      endWatch.endNow,
    );
    await follower.stop();
    take(parser.end());
    const usage = { ...summary.read().usage, agentMs: result.durationMs, agents: 1 };
    await closeRecord(held, files.record, record, usage);
    const [stderrTail, stdoutTail] = await Promise.all([
      readTail(files.stderr, tailBytes),
      readTail(files.log, tailBytes),
    ]);
    return { result, summary: summary.read(), usage, logFile: files.log, stderrTail, tail: stderrTail || stdoutTail };
  } finally {
    stopBeat();
    following.abort();
    endWatch.stop();
    eventLog.close();
  }
}

/** What design promises a custom agent in its environment. */
function loopVariables(
  held: Held,
  documents: Documents,
  ref: ImplementInput['ref'],
  attempt: number,
): Record<string, string> {
  return {
    RALPH_PLAN: ref.planFolder,
    RALPH_INCREMENT: ref.increment,
    RALPH_ITERATION: String(ref.iteration),
    RALPH_ATTEMPT: String(attempt),
    RALPH_PLAN_FILE: documents.plan,
    RALPH_PRD_FILE: documents.prd ?? '',
    RALPH_PROGRESS_FILE: documents.progress,
    GIT_TERMINAL_PROMPT: held.runFile.env['GIT_TERMINAL_PROMPT'] ?? '0',
  };
}

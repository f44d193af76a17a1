/** One run of a coding agent: its output goes to a file and, piece by piece, through the parser of its family. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createParser } from '../agents/parsers/create-parser.js';
import { commandFor, environmentFor } from '../agents/resolve.js';
import { createSummary } from '../agents/summary.js';
import type { AgentSummary } from '../agents/types.js';
import { followFile } from '../process/follow.js';
import { readTail } from '../process/tail.js';
import type { ProgramResult } from '../process/types.js';
import type { Documents, Held } from './context.js';
import { supervise } from './supervise.js';
import type { ImplementInput } from './types.js';

const tailBytes = 2_048;

export interface AgentRun {
  result: ProgramResult;
  summary: AgentSummary;
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
  { ref, settings, attempt }: ImplementInput,
  folder: string,
  prompt: string,
): Promise<AgentRun> {
  const { agent, env } = held.runFile;
  const promptFile = join(folder, 'prompt.md');
  const logFile = join(folder, 'agent.log');
  const stderrFile = join(folder, 'agent.stderr.log');
  await Promise.all([writeFile(promptFile, prompt), writeFile(logFile, ''), writeFile(stderrFile, '')]);

  const parser = createParser(agent.family);
  const summary = createSummary();
  const following = new AbortController();
  const follower = followFile(logFile, (chunk) => parser.push(chunk).forEach((event) => summary.add(event)), {
    signal: following.signal,
  });
  try {
    const result = await supervise(
      held,
      {
        ...commandFor(agent, promptFile),
        cwd: held.checkout.top,
        env: { ...environmentFor(agent, env), ...loopVariables(held, documents, ref, attempt) },
        stdinFile: promptFile,
        stdoutFile: logFile,
        stderrFile,
        run: ref.run,
        wallMs: settings.agentWallMs,
        ...(agent.streams ? { idleMs: settings.agentIdleMs } : {}),
        graceMs: settings.graceMs,
        purpose: `agent for ${ref.increment}, attempt ${attempt}`,
      },
      { phase: 'agent', what: `${agent.name} on ${ref.increment}, attempt ${attempt}`, logFile },
    );
    await follower.stop();
    parser.end().forEach((event) => summary.add(event));
    const [stderrTail, stdoutTail] = await Promise.all([readTail(stderrFile, tailBytes), readTail(logFile, tailBytes)]);
    return { result, summary: summary.read(), logFile, stderrTail, tail: stderrTail || stdoutTail };
  } finally {
    following.abort();
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

/** Agents for tests, described by what they do per increment and attempt. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What an agent does in one attempt, in this order. Paths are from the checkout. */
export interface AgentTurn {
  write?: Record<string, string>;
  remove?: string[];
  /** A command line for bash: commits, background programs, anything else that an agent may do. */
  shell?: string;
  print?: string[];
  printError?: string[];
  /** Go on only when this file exists, so that a test decides when. */
  waitForFile?: string;
  ignoreTerm?: boolean;
  /** Never end by itself. */
  hang?: boolean;
  report?: { learnings?: string[]; criteria?: string[]; blocked?: string };
  exitCode?: number;
}

/** By increment id; of several turns the first is attempt 1, and the last also serves all later attempts. */
export type AgentScript = Record<string, AgentTurn | AgentTurn[]>;

export interface AgentCall {
  pid: number;
  increment: string;
  iteration: number;
  attempt: number;
  /** Working directory. */
  cwd: string;
  prompt: string;
  /** The `RALPH_*` variables that it got. */
  env: Record<string, string>;
}

export interface TestAgent {
  /** For `--agent-command`. */
  command: string;
  /** Every start so far, in order; recorded before the turn begins. */
  calls(): Promise<AgentCall[]>;
  remove(): Promise<void>;
}

/** Writes the agent's script to a temporary folder; an increment that it does not know is an error of the agent (exit 2). */
export async function writeAgent(script: AgentScript): Promise<TestAgent> {
  const dir = await mkdtemp(join(tmpdir(), 'ralph-agent-'));
  await writeFile(join(dir, 'script.json'), JSON.stringify(script, undefined, 2));
  const program = fileURLToPath(new URL('agent-program.mjs', import.meta.url));
  return {
    command: `node '${program}' '${dir}'`,
    calls: () => readCalls(join(dir, 'calls.jsonl')),
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function readCalls(file: string): Promise<AgentCall[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // A line that is just being written has no end yet.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as AgentCall);
}

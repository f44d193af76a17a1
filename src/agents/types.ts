/** How a coding agent is run, and what its output means. */

import type { EndedBy } from '../process/types.js';

export type ParserFamily = 'claude' | 'codex' | 'flat' | 'opencode' | 'copilot' | 'text';

/** One row of the table of agents. Every field can be overridden in the configuration. */
export interface AgentPreset {
  name: string;
  /** Executable and its arguments; the prompt comes on standard input unless `promptVia` says otherwise. */
  command: string;
  args: string[];
  promptVia: 'stdin' | 'file-argument';
  /** Arguments before the model's name; `undefined`: the agent has no such flag. */
  modelArgs: string[] | undefined;
  env: Record<string, string>;
  unsetEnv: string[];
  family: ParserFamily;
  /** Whether it prints while it works, so that silence means something. */
  streams: boolean;
}

/** A preset, or the user's own command line, ready to be run. */
export interface ResolvedAgent extends Omit<AgentPreset, 'args' | 'modelArgs'> {
  /** Arguments of the executable `command`; `undefined`: `command` is a line for the shell. */
  args: string[] | undefined;
}

/**
 * What all families are normalised to. `text` is to be concatenated as it comes: a parser adds the line breaks
 * between messages. `resetsAt` is epoch ms. `end` carries the agent's closing words as its message.
 */
export type AgentEvent =
  | { type: 'session'; id: string; model?: string }
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; file?: string }
  | { type: 'usage'; inputTokens?: number; outputTokens?: number; costUsd?: number }
  | { type: 'limit'; message: string; resetsAt?: number }
  | { type: 'error'; message: string }
  | { type: 'end'; ok: boolean; message?: string };

export interface AgentUsage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** What a whole run's events came to, in bounded memory. */
export interface AgentSummary {
  sessionId: string | undefined;
  model: string | undefined;
  usage: AgentUsage;
  toolCount: number;
  /** Files that tools named, as they named them; the first 200. */
  files: string[];
  /** Tail of all that the agent said, at most 64 Ki characters. */
  lastText: string;
  /** The last 20, each cut to 4 Ki characters. */
  errors: string[];
  /** Set while no tool call has followed it. */
  limit: { message: string; resetsAt: number | undefined } | undefined;
  end: { ok: boolean; message: string | undefined } | undefined;
}

/** Turns what an agent prints into events, chunk by chunk. Never throws; memory is bounded. */
export interface AgentParser {
  push(chunk: string): AgentEvent[];
  /** What is left when the stream has ended. */
  end(): AgentEvent[];
}

/** The agent's own last word: a fenced `ralph-report` block of JSON. Proves nothing. */
export interface AgentReport {
  learnings: string[];
  /** `US-003.1` */
  criteria: string[];
  blocked?: string;
}

/** What is known when an agent's process has ended. */
export interface VerdictInput {
  family: ParserFamily;
  summary: AgentSummary;
  exitCode: number | undefined;
  signal: string | undefined;
  endedBy: EndedBy;
  /** Set when the program could not be started, a sentence. */
  spawnError?: string | undefined;
  stderrTail: string;
  treeChanged: boolean;
  /** Epoch ms. */
  now: number;
  /** IANA name of the host's time zone, for reset times without one. */
  zone: string;
}

/** What an agent run came to. Only `finished` goes to the gates as an attempt. */
export type AgentVerdict =
  | { kind: 'finished' }
  | { kind: 'did-nothing' }
  /** `until`: epoch ms; `undefined` when the agent did not say. */
  | { kind: 'limited'; until: number | undefined; message: string }
  | { kind: 'transient'; message: string }
  /** Not logged in, not installed, unknown model: needs a person. */
  | { kind: 'unusable'; message: string }
  | { kind: 'timed-out'; message: string }
  | { kind: 'crashed'; message: string };

/** One gate as the prompt shows it. */
export type PromptGate =
  { kind: 'command'; command: string; reading: string } | { kind: 'manual'; text: string; reading: string };

export interface PromptStory {
  id: string;
  title: string;
  /** Criteria that are not ticked yet; `ref` is `US-003.1`. */
  openCriteria: { ref: string; text: string }[];
}

/** A gate that was red in the attempt before. */
export interface PromptFailure {
  gate: string;
  /** "printed 3, expected at least 4". */
  sentence: string;
  tail: string;
  logFile: string;
}

/** All that an agent is told. Paths are as the agent should use them. */
export interface PromptContext {
  plan: { folder: string; title: string; file: string };
  prdFile: string | undefined;
  progressFile: string;
  increment: {
    id: string;
    title: string;
    /** Markdown, from its heading to its end. */
    source: string;
    exitCriteria: string[];
    primaryFiles: string[];
  };
  gates: PromptGate[];
  stories: PromptStory[];
  /** From earlier iterations, oldest first. */
  learnings: string[];
  /** 1 is the implementation; the rest are fixes. */
  attempt: number;
  maxAttempts: number;
  failures: PromptFailure[];
  /** Notes of the person, oldest first. */
  guidance: string[];
  /** What a git hook printed when it refused the commit. */
  hookOutput?: string;
}

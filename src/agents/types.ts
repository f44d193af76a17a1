/** How a coding agent is run, and what its output means. */

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

/** What all families are normalised to. */
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

/** The agent's own last word: a fenced `ralph-report` block of JSON. Proves nothing. */
export interface AgentReport {
  learnings: string[];
  /** `US-003.1` */
  criteria: string[];
  blocked?: string;
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

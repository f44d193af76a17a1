/** What agents used, as it travels to the workflow. */

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  agentMs: number;
  /** How many agents were started. */
  agents: number;
}

/** One start of an agent: the same attempt comes again when it was not counted. */
export interface AgentStart {
  /** From 1 over the whole run. */
  number: number;
  iteration: number;
  increment: string;
  attempt: number;
}

/** What an agent used that nobody was left to tell of. */
export interface InterruptedAgent extends AgentStart {
  usage: Usage;
}

/** What the agents of all runs on this machine used in a day. */
export interface DayUsage {
  /** In the zone of the person who started the run, `2026-03-01`. */
  of: string;
  /** When it ends, epoch ms. */
  until: number;
  usage: Usage;
}

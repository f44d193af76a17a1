/** Input, state and result of the loop: plain values that outlive a worker and a continue-as-new. */
import type {
  AgentOutcome,
  AgentStart,
  BlockKind,
  Failure,
  PlanSnapshot,
  RunSettings,
  Usage,
} from '../activities/types.js';
import type { Budgets, Spent } from './budgets.js';

export interface RalphLoopInput {
  /** Real path of the checkout's top level. */
  checkout: string;
  /** `<name>-<8 hex>`, for the search attribute. */
  repository: string;
  planFolder: string;
  agentQueue: string;
  settings: RunSettings;
  waits: Waits;
  /** What agents may use; without limits where it says nothing. */
  budgets?: Budgets;
  maxIterations: number;
  archive: boolean;
  /** End after one iteration. */
  once: boolean;
  /** What is done with the branch of a complete plan; nothing without it. */
  publish?: 'push' | 'pull-request';
  /** The run file names a command to be told; absent: nobody. */
  notify?: boolean;
  /** The time zone of the person who started it, for times that people read. */
  zone?: string;
  /** How to type the resume command, for people who read it in the Web UI. */
  resumeCommand: string;
  /** Continue as new after so many history events; tests set it. */
  continueAfterEvents?: number;
  carried?: LoopData;
}

/** How long the loop waits for what passes by itself; milliseconds. */
export interface Waits {
  /** Beyond the time at which a limit is said to end. */
  limitMarginMs: number;
  /** For a limit whose end is not known. */
  unknownLimitMs: number;
  /** After the first passing trouble; doubled each time. */
  firstBackOffMs: number;
}

export type RunState =
  | 'setting-up'
  | 'running'
  | 'paused'
  | 'blocked'
  | 'limited'
  | 'capped'
  | 'archiving'
  | 'publishing'
  | 'complete'
  | 'iteration-done'
  | 'cancelled'
  | 'failed';

export interface Waiting {
  kind: 'blocked' | 'capped' | 'limited' | 'paused';
  reason: BlockKind | 'iterations' | 'budget' | 'limit' | 'trouble' | 'pause';
  message: string;
  /** Epoch ms. */
  since: number;
  /** Epoch ms at which it goes on by itself. */
  until?: number;
  failures: Failure[];
}

/** Everything the loop remembers. Carried over whole when it continues as new. */
export interface LoopData {
  state: RunState;
  branch: string | undefined;
  baseBranch: string | undefined;
  plan: PlanSnapshot | undefined;
  /** Started by this run so far, against `maxIterations`. */
  iterationsUsed: number;
  maxIterations: number;
  current: CurrentIteration | undefined;
  /** `undefined` while nothing is waited for. */
  waiting: Waiting | undefined;
  /** What was blocked last, so that the next iteration knows what to try first. */
  lastBlock:
    { increment: string; reason: BlockKind; /** Of the checkout as the block left it. */ tree?: string } | undefined;
  /** Resumes of blocks in a row with which a person changed nothing. */
  bareResumes: number;
  accept: boolean;
  pauseRequested: boolean;
  /** The person's notes, oldest first. */
  guidance: string[];
  /** So many of them, from the front, have been in a prompt. */
  guidanceShown: number;
  usage: Usage;
  /** As the run began with them, or as they were raised since. */
  budgets: Budgets;
  spent: Spent;
  /** Agents that were started so far. */
  agentStarts: number;
  /** Of those the ones whose result has not come: what they used is still to be counted. */
  unreported: AgentStart[];
  /** What agents did and used, newest last; the older ones are dropped. */
  attempts: AttemptRecord[];
  commits: string[];
  /** What happened, newest last; the older ones are dropped. */
  journal: JournalEntry[];
}

/** One agent. The same attempt comes again when it was not counted. */
export interface AttemptRecord {
  increment: string;
  iteration: number;
  attempt: number;
  outcome: Exclude<AgentOutcome['kind'], 'unaffordable'> | 'interrupted';
  usage: Usage;
}

export interface JournalEntry {
  /** From 1; grows by one, also over a continue-as-new. */
  sequence: number;
  /** Epoch ms. */
  at: number;
  kind: 'step' | 'good' | 'bad' | 'note';
  text: string;
}

export interface CurrentIteration {
  iteration: number;
  increment: { id: string; title: string };
  attempt: number;
  phase: 'beginning' | 'implementing' | 'gates' | 'committing' | 'logging' | 'recording the block' | 'waiting';
  gate: string | undefined;
  gates: { label: string; reading: string }[];
}

/** Answer to the `status` query. */
export interface LoopStatus extends LoopData {
  planFolder: string;
  checkout: string;
  resumeCommand: string;
}

export interface LoopResult {
  state: 'complete' | 'iteration-done';
  branch: string;
  baseBranch: string;
  commits: string[];
  archived: { plan: string; prd: string | undefined } | undefined;
  warnings: string[];
  /** Where the branch was pushed, and the pull request's address. */
  published?: { remote: string; url: string | undefined };
  usage: Usage;
}

export interface ResumeMessage {
  note?: string;
  /** Complete an increment that changed nothing. */
  accept?: boolean;
  maxIterations?: number;
  /** In place of those that the run has. */
  budgets?: Budgets;
  /** From now on another agent is started, or the same one with other arguments. */
  otherAgent?: boolean;
}

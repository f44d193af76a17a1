/**
 * What travels between the workflow and its activities: small, plain values that end up in history. No command line,
 * no environment, no document text: those are read from the run file, the run folder and the checkout.
 */
import type { Budget } from '../workflows/budgets.js';
import type { Notice } from './types-notice.js';
import type { PlanChange, PlanNews, PlanSnapshot } from './types-plan.js';
import type { AgentStart, DayUsage, InterruptedAgent, Usage } from './types-usage.js';

export type { AgentStart, DayUsage, InterruptedAgent, Notice, PlanChange, PlanNews, PlanSnapshot, Usage };

/** Which run acts on which checkout; `token` tells two runs of one workflow id apart (fencing). */
export interface RunRef {
  /** Real path of the checkout's top level. */
  checkout: string;
  /** `0001_slug` */
  planFolder: string;
  /** Workflow id. */
  run: string;
  /** Id of the first execution in the chain. */
  token: string;
}

/** Settings of a run that its activities need; durations are milliseconds. */
export interface RunSettings {
  docsRoot: string;
  needsPrd: boolean;
  allowManual: boolean;
  maxRetries: number;
  maxInterruptions: number;
  agentWallMs: number;
  agentIdleMs: number;
  gateWallMs: number;
  graceMs: number;
  /** After an agent has told its end, or was refused by a limit, before its program is ended. */
  resultGraceMs: number;
  heartbeatMs: number;
}

export interface SetUpInput {
  ref: RunRef;
  settings: RunSettings;
}

export type SetUpResult =
  | { kind: 'ready'; branch: string; baseBranch: string; plan: PlanSnapshot; notes: string[] }
  | { kind: 'refused'; code: string; message: string; hint?: string };

export interface IterationRef extends RunRef {
  iteration: number;
  increment: string;
}

export type BeginResult =
  | {
      kind: 'iteration';
      iteration: number;
      increment: { id: string; title: string };
      /** One label per gate command, in order; manual gates are not run. */
      gates: { label: string; reading: string }[];
      /** The gates decide before an agent is spent: resumed after failed gates, or a commit that is there already. */
      gatesFirst: boolean;
      /** Id of the checkout's tree as it was found; asked for after a block. */
      foundTree?: string;
      plan: PlanNews;
    }
  | { kind: 'none-left'; plan: PlanSnapshot }
  | { kind: 'unready'; message: string; detail: string };

export interface BeginInput {
  ref: RunRef;
  settings: RunSettings;
  /** Set on a resume after failed gates. */
  gatesFirst: boolean;
  /** Digest of the plan that the workflow has. */
  known?: string | undefined;
}

export interface ImplementInput {
  ref: IterationRef;
  settings: RunSettings;
  /** 1 is the implementation, the others are fixes. */
  attempt: number;
  /** What failed before this attempt; the details are read from the run folder. */
  failures: Failure[];
  /** The person's notes, oldest first. */
  guidance: string[];
  /** Number of this start of an agent, from 1 over the whole run. */
  start: number;
  /** Starts of agents whose result never came. */
  unreported?: AgentStart[];
  /** For the day and all runs on this machine together: used up, no agent is started. */
  dayBudget?: Budget | undefined;
}

/** Why an attempt was not good enough, small enough for history. */
export interface Failure {
  what: string;
  sentence: string;
  /** At most 2 KiB. */
  tail: string;
  logFile: string;
  /** Of verdict and output: the same failure has the same one. */
  fingerprint?: string;
}

/** How an agent run ended, as the workflow sees it. */
export type AgentOutcome =
  | { kind: 'finished' }
  | { kind: 'limited'; until: number | undefined; message: string }
  | { kind: 'transient'; message: string }
  /** No agent was started: the budget of the day is used up. */
  | { kind: 'unaffordable' }
  /** Counts as an attempt: timed out, crashed. */
  | { kind: 'failed'; message: string; tail: string }
  /** Needs a person: not logged in, left the branch, gave up by itself. */
  | { kind: 'blocked'; reason: BlockKind; message: string; tail: string };

export interface ImplementResult {
  outcome: AgentOutcome;
  logFile: string;
  usage: Usage;
  /** With this agent's use, and that of the interrupted ones. */
  day?: DayUsage;
  /** Of `unreported` those that had been started. */
  interrupted?: InterruptedAgent[];
  /** Whether the checkout's files are others than before the agent. */
  changed: boolean;
  learnings: string[];
  /** `US-003.1`, ticked by the agent or named in its report. */
  criteria: string[];
  /** What was put back after the agent, for the log. */
  notes: string[];
}

export interface GateInput {
  ref: IterationRef;
  settings: RunSettings;
  attempt: number;
  /** 0-based, into the iteration's pinned gates. */
  index: number;
  /** Clears what an earlier round may have left; the last one of a round ends what the gates started. */
  first: boolean;
  last: boolean;
}

export interface GateResult {
  passed: boolean;
  what: string;
  sentence: string;
  tail: string;
  logFile: string;
  /** Of verdict and output, less their numbers. */
  fingerprint: string;
  durationMs: number;
}

export interface CommitInput {
  ref: IterationRef;
  settings: RunSettings;
  attempt: number;
  criteria: string[];
  learnings: string[];
  /** The person accepts an increment that changed nothing. */
  acceptUnchanged: boolean;
  /** Digest of the plan that the workflow has. */
  known?: string | undefined;
}

export type CommitResult =
  | { kind: 'committed'; hash: string; filesChanged: string[]; plan: PlanNews }
  | { kind: 'nothing-changed' }
  | { kind: 'hook-failed'; failure: Failure }
  | { kind: 'refused'; reason: BlockKind; message: string; tail: string };

export interface LogInput {
  ref: IterationRef;
  settings: RunSettings;
  title: string;
  status: 'done' | 'blocked';
  filesChanged: string[];
  testGate: string;
  learnings: string[];
  /** What the runner put back or saved in this iteration. */
  notes: string[];
  commit: string | undefined;
  /** Epoch ms of the workflow's clock, so that a repeated activity writes the same. */
  at: number;
}

/** Why a loop waits for a person. */
export type BlockKind =
  | 'gates'
  /** Rounds of agents that changed nothing. */
  | 'no-progress'
  | 'nothing-changed'
  | 'hook'
  | 'agent-unusable'
  | 'agent-gave-up'
  | 'agent-left'
  | 'agent-unstable'
  | 'interrupted'
  | 'nested-repository'
  | 'commit-refused'
  | 'plan-unready'
  | 'plan-incomplete'
  | 'publish'
  | 'broken';

export interface BlockInput {
  ref: IterationRef;
  settings: RunSettings;
}

export interface BlockResult {
  /** Id of the checkout's tree, the mark in the plan included. */
  tree: string;
}

export interface ArchiveInput {
  ref: RunRef;
  settings: RunSettings;
}

export interface ArchiveResult {
  commit: string;
  plan: string;
  prd: string | undefined;
  /** Criteria that nobody ticked, and what could not be carried over. */
  warnings: string[];
}

export interface FinishInput {
  ref: RunRef;
  settings: RunSettings;
  /** Save half-made work under a ref and put the checkout back to its last commit. */
  putBack: boolean;
  /** The run has still to tell somebody that it is over; a last call without it removes the run file. */
  keepRunFile?: boolean;
  /** Starts of agents whose result never came. */
  unreported?: AgentStart[];
}

export interface FinishResult {
  /** Where half-made work was saved, if there was any. */
  savedRef: string | undefined;
  /** Of `unreported` those that had been started. */
  interrupted?: InterruptedAgent[];
  /** What could not be cleaned up. */
  notes?: string[];
}

export interface PublishInput {
  ref: RunRef;
  settings: RunSettings;
  /** Branch that the plan's branch started from. */
  base: string;
  /** Push alone, or a pull request as well. */
  pullRequest: boolean;
}

export type PublishResult =
  /** `url` where a pull request was asked for and its program told one. */
  { kind: 'published'; remote: string; url: string | undefined } | { kind: 'failed'; failure: Failure };

export interface NotifyInput {
  ref: RunRef;
  settings: RunSettings;
  notice: Notice;
}

/** Heartbeat details of a running agent or gate: a hint for `status`, never a source of truth. */
export interface Heartbeat {
  phase: 'agent' | 'gate' | 'publish';
  what: string;
  /** Epoch ms. */
  since: number;
  logFile: string;
  pid: number | undefined;
}

/** Every activity, by the name it has in history. */
export interface Activities {
  setUpWorkspace(input: SetUpInput): Promise<SetUpResult>;
  beginIteration(input: BeginInput): Promise<BeginResult>;
  implementIncrement(input: ImplementInput): Promise<ImplementResult>;
  runGate(input: GateInput): Promise<GateResult>;
  commitIncrement(input: CommitInput): Promise<CommitResult>;
  logProgress(input: LogInput): Promise<void>;
  markBlocked(input: BlockInput): Promise<BlockResult>;
  archivePlan(input: ArchiveInput): Promise<ArchiveResult>;
  openPullRequest(input: PublishInput): Promise<PublishResult>;
  notifyPerson(input: NotifyInput): Promise<void>;
  finishRun(input: FinishInput): Promise<FinishResult>;
}

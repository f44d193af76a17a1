import type {
  Criterion,
  Finding,
  IncrementStatus,
  OverallStatus,
  PrdReference,
  StoryStatus,
} from '../documents/types.js';
import type { Expectation } from '../gates/types.js';
import type { BaselineGate } from './baseline.js';

/** What the audit has to know of the machine and the checkout. Paths are from the git root, with forward slashes. */
export interface AuditFacts {
  /** Asked for bare names and absolute paths. */
  knowsProgram: (word: string) => boolean;
  pathExists: (path: string) => boolean;
  /** Of the plan's file. */
  planText: string;
  /** Folder of loose plans and workspaces: `docs/exec-plans/active`. */
  activeFolder: string;
  /** Where the archived plan goes. */
  completedPlan: string;
  /** The plan's peer review, when one lies beside it. */
  peerReview: string | undefined;
}

export interface AuditOptions {
  /** Increments may have no gate that is a command. */
  allowManual: boolean;
  needsPrd: boolean;
}

export interface AuditedGate {
  kind: 'command' | 'manual';
  /** The item as written, on one line. */
  text: string;
  /** `null` for a manual item, as is the expectation. */
  command: string | null;
  expectation: Expectation | null;
  /** In plain words. */
  reading: string;
  line: number;
}

export interface AuditedIncrement {
  id: string;
  title: string;
  /** `null` when it can't be read; a finding says why. */
  status: IncrementStatus | null;
  line: number;
  scope: string[];
  primaryFiles: string[];
  gates: AuditedGate[];
  exitCriteria: string[];
  prdRefs: PrdReference[];
}

export interface AuditedStory {
  id: string;
  title: string;
  status: StoryStatus | null;
  criteria: Criterion[];
}

/** What `ralph audit --json` prints; scripts depend on it. */
export interface AuditReport {
  /** The plan's file. */
  plan: string;
  title: string;
  status: OverallStatus | null;
  increments: AuditedIncrement[];
  milestones: { name: string; increments: string[]; status: OverallStatus | null }[];
  prd: { stories: AuditedStory[] } | null;
  /** Gates as they are before any work; with `--run-gates`. */
  baseline?: BaselineGate[];
  /** Errors first; within a level by file and line. */
  findings: Finding[];
}

/** The model of a plan, a PRD and a progress log. Lines and columns are 1-based. */

export type FindingLevel = 'error' | 'warning' | 'info';

/** Something a person should know about a document: what, where, and what to do. */
export interface Finding {
  level: FindingLevel;
  /** Stable, kebab-case; documented in docs/findings.md. */
  code: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  hint?: string;
}

export type IncrementStatus = 'pending' | 'in-progress' | 'done' | 'blocked';
/** Of a milestone and of the whole plan. */
export type OverallStatus = 'pending' | 'in-progress' | 'done';
export type StoryStatus = 'pending' | 'in-progress' | 'done';
export type PrdStatus = 'draft' | 'approved' | 'in-progress' | 'complete';

/** One item of an increment's test gate, as written; what it means is the gates room's affair. */
export interface GateItem {
  /** Markdown source of the item without its list marker; the lines' own indentation removed, line breaks kept. */
  text: string;
  line: number;
}

/** `> PRD ref: US-003 AC 1, 2`. An empty `criteria` means the whole story. */
export interface PrdReference {
  story: string;
  /** 1-based positions in the story. */
  criteria: number[];
}

export interface Increment {
  /** Opaque: `01`, `1a`, `RF0-001`. */
  id: string;
  title: string;
  /** `undefined` when missing, unknown or contradictory; then a finding says so. */
  status: IncrementStatus | undefined;
  /** Line of the heading. */
  line: number;
  /** Source from the heading to the end of the body, verbatim. */
  source: string;
  scope: string[];
  primaryFiles: string[];
  gates: GateItem[];
  exitCriteria: string[];
  prdRefs: PrdReference[];
}

export interface Milestone {
  name: string;
  /** Ids of the plan's increments that the row's cell names, in plan order. */
  increments: string[];
  status: OverallStatus | undefined;
  line: number;
}

export interface Plan {
  file: string;
  title: string;
  overallStatus: OverallStatus | undefined;
  /** Display only; never decide from it. */
  currentIncrement: string | undefined;
  /** Path that YAML frontmatter names as the plan's PRD, from the git root. */
  prdPath: string | undefined;
  increments: Increment[];
  milestones: Milestone[];
}

export interface Criterion {
  text: string;
  checked: boolean;
  line: number;
}

export interface Story {
  id: string;
  title: string;
  /** As written; `undefined` when absent (old PRDs). Derive the truth from the boxes. */
  status: StoryStatus | undefined;
  line: number;
  criteria: Criterion[];
}

export interface Prd {
  file: string;
  title: string;
  status: PrdStatus | undefined;
  stories: Story[];
}

/** One criterion's identity: story and 1-based position, written `US-003.1`. */
export interface CriterionRef {
  story: string;
  position: number;
}

/** A parse never throws: what is wrong is in the findings, all of it in one pass. */
export interface Parsed<T> {
  value: T;
  findings: Finding[];
}

/** One `## Iteration N` entry of progress.txt. */
export interface ProgressEntry {
  iteration: number;
  increment: string;
  title: string;
  status: 'done' | 'blocked';
  filesChanged: string[];
  /** `passed`, `passed (retry 2)`, `failed (retry 3)`. */
  testGate: string;
  learnings: string[];
  /** Full hash; `undefined` when nothing was committed. */
  commit: string | undefined;
  /** ISO 8601. */
  timestamp: string;
}

/** Something an agent did to a document that is not its business, in a sentence. */
export interface GuardChange {
  kind: 'mark' | 'box' | 'gate' | 'structure' | 'text' | 'missing';
  message: string;
}

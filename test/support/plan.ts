/** Builds plans and PRDs in the exact format, so that a test states only what it is about. */

export interface IncrementText {
  id: string;
  title: string;
  /** `pending` unless said. */
  status?: string;
  /** Markdown of each item: "`test -f a.txt`", "`ls | wc -l` — returns 2". */
  gates: string[];
  /** `US-001`, `US-001 AC 1, 2`. */
  prdRefs?: string[];
  /** None: the section says so in prose, and an attempt may leave the tree unchanged. */
  primaryFiles?: string[];
  scope?: string[];
}

export interface MilestoneText {
  name: string;
  /** As in the table's cell: `01–02`, `03`. */
  increments: string;
  status?: string;
}

export interface PlanOptions {
  title?: string;
  increments: IncrementText[];
  /** One milestone that holds all increments unless said. */
  milestones?: MilestoneText[];
  /** `pending` unless said. */
  overallStatus?: string;
}

export interface StoryText {
  id: string;
  title: string;
  criteria: string[];
  /** `pending` unless said. */
  status?: string;
}

/** An exec plan; ends with a line break. */
export function planText({ title = 'Sample', increments, milestones, overallStatus = 'pending' }: PlanOptions): string {
  return [
    `# Implementation Plan: ${title}`,
    '## Summary',
    'What the sample is for.',
    `**Overall Status:** ${overallStatus}\n**Current Increment:** --`,
    '## Increment Plan',
    increments.map(incrementText).join('\n\n---\n\n'),
    '---',
    '## Delivery Rules',
    '1. One commit per increment.',
    '## Milestone Chunks (Standalone Delivery Groups)',
    milestoneTable(milestones ?? [{ name: 'M1', increments: increments.map(({ id }) => id).join(', ') }]) + '\n',
  ].join('\n\n');
}

/** A PRD; ends with a line break. */
export function prdText({ title = 'Sample', stories }: { title?: string; stories: StoryText[] }): string {
  return [
    `# PRD: ${title}`,
    '**Status:** approved',
    '## User Stories',
    stories.map(storyText).join('\n\n') + '\n',
  ].join('\n\n');
}

function incrementText(increment: IncrementText): string {
  const { id, title, status = 'pending', gates, prdRefs = [], primaryFiles = [], scope = [title] } = increment;
  return [
    `### Increment ${id}: ${title}`,
    `**Status:** ${status}`,
    ...(prdRefs.length > 0 ? [`> PRD ref: ${prdRefs.join(', ')}`] : []),
    section('Scope', scope),
    primaryFiles.length > 0 ? section('Primary files', primaryFiles) : 'Primary files: none.',
    section('Test gate', gates),
    section('Exit criteria', [`${title} is there.`]),
  ].join('\n\n');
}

function section(label: string, items: string[]): string {
  return [`${label}:`, '', ...items.map((item, index) => `${index + 1}. ${item}`)].join('\n');
}

function milestoneTable(milestones: MilestoneText[]): string {
  return [
    '| Milestone | Increments | Status | Coherent Outcome | Standalone Test Gate | Exit Criteria | Commit Guidance |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...milestones.map(
      ({ name, increments, status = 'pending' }) =>
        `| ${name} | ${increments} | ${status} | It works | all | Done | one each |`,
    ),
  ].join('\n');
}

function storyText({ id, title, criteria, status = 'pending' }: StoryText): string {
  return [
    `### ${id}: ${title}`,
    `**Status:** ${status}`,
    '**Description:** As a tester, I want this.',
    '**Acceptance Criteria:**',
    criteria.map((criterion) => `- [ ] ${criterion}`).join('\n'),
  ].join('\n\n');
}

/** What a new plan or PRD is about. */
export interface SkeletonSubject {
  /** Four digits, the same for plan and PRD. */
  number: string;
  /** Lower case, words joined by hyphens or underscores. */
  slug: string;
  /** One line. */
  title: string;
}

/** A plan to start from, with one increment; it parses without errors and warnings. */
export function planSkeleton({ number, slug, title }: SkeletonSubject): string {
  return `# Implementation Plan: ${title}

## Summary

Implements \`${number}_prd_${slug}.md\`.

Principles:

1. Each increment leaves the repository working.

**Overall Status:** pending
**Current Increment:** --

## Increment Plan

### Increment 01: ${title}

**Status:** pending

> PRD ref: US-001

Scope:

1. Say what to build, in the order in which to build it.

Primary files:

1. \`README.md\`

Test gate:

1. \`git diff --check HEAD\` — no output

Exit criteria:

1. Say what is true when this increment is done.

---

## Milestone Chunks (Standalone Delivery Groups)

| Milestone | Increments | Status | Coherent Outcome | Standalone Test Gate | Exit Criteria | Commit Guidance |
| --- | --- | --- | --- | --- | --- | --- |
| M1: ${title.replace(/\|/g, '\\|')} | 01 | pending | Say what a user can do then | The gate of 01 | Those of 01 | One commit per increment |
`;
}

/** A PRD to start from, with one story; it parses without errors and warnings. */
export function prdSkeleton({ title }: SkeletonSubject): string {
  return `# PRD: ${title}

**Status:** draft

## User Stories

### US-001: ${title}

**Status:** pending

**Description:** As a user, I want to … so that …

**Acceptance Criteria:**

- [ ] Say what can be seen or measured when this story is done.
`;
}

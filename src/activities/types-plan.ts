/** The plan as the workflow knows it: its marks, without its text. */
import type { IncrementStatus, OverallStatus } from '../documents/types.js';

export interface PlanSnapshot {
  title: string;
  status: OverallStatus;
  increments: { id: string; title: string; status: IncrementStatus }[];
  milestones: { name: string; status: OverallStatus; increments: string[] }[];
  /** Names this content; a later answer may then tell only what has changed since. */
  digest?: string;
}

/** What is other than in a snapshot that the asker has: an iteration of a long plan must not put all of it into history. */
export interface PlanChange {
  status: OverallStatus;
  /** By position. */
  increments: { at: number; status: IncrementStatus }[];
  milestones: { at: number; status: OverallStatus }[];
  /** Of the whole, with the changes. */
  digest: string;
}

export type PlanNews = PlanSnapshot | PlanChange;

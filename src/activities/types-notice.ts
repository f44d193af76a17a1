/** What a person's own command is told, in JSON. */
export interface Notice {
  /** `0001_slug` */
  plan: string;
  /** Workflow id. */
  run: string;
  checkout: string;
  branch: string | null;
  state: 'blocked' | 'capped' | 'limited' | 'complete' | 'failed' | 'cancelled';
  increment: { id: string; title: string } | null;
  /** What failed: a gate's command, or whatever else the run waits for. */
  gate: string | null;
  sentence: string;
  /** At most 2 KiB of output. */
  tail: string;
  /** File with the whole output; empty when there is none. */
  log: string;
  /** `null` when the run is over. */
  resumeCommand: string | null;
  /** When it goes on by itself, ISO 8601. */
  until?: string;
  /** Epoch ms. */
  at: number;
}

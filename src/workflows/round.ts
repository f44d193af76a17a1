/** One round of attempts, to tell work from idling: agents that change nothing while the same things fail. */
import type { Failure } from '../activities/types.js';

export class Round {
  private changed = false;
  private readonly ends: string[] = [];

  /** An agent has ended: whether the tree is another one than before it, and what failed afterwards. */
  attempted(changed: boolean, failures: Failure[]): void {
    this.changed ||= changed;
    this.ends.push(failures.map(({ what, sentence, fingerprint }) => fingerprint ?? `${what}: ${sentence}`).join('\n'));
  }

  /** At least two agents, none of which changed a file, each with the same end. */
  get idle(): boolean {
    return !this.changed && this.ends.length > 1 && new Set(this.ends).size === 1;
  }

  get attempts(): number {
    return this.ends.length;
  }
}

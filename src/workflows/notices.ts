/** Tells a person through their own command, beside the loop: one notice at a time, and none that fails ends the run. */
import { CancellationScope } from '@temporalio/workflow';
import type { Notice } from '../activities/types.js';
import type { LoopState } from './loop-state.js';
import { describe, isStepFailure, type Steps } from './steps.js';
import type { RalphLoopInput } from './types.js';

export class Notices {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly input: RalphLoopInput,
    private readonly state: LoopState,
    private readonly steps: Steps,
  ) {}

  /** The run waits. A pause was asked for, and what passes within minutes needs nobody. */
  waits(): void {
    const { waiting } = this.state.data;
    if (waiting === undefined || waiting.kind === 'paused' || waiting.reason === 'trouble') return;
    const [failure] = waiting.failures;
    this.send({
      state: waiting.kind,
      gate: failure?.what ?? null,
      sentence: waiting.message,
      tail: failure?.tail ?? '',
      log: failure?.logFile ?? '',
      resumeCommand: this.input.resumeCommand,
      ...(waiting.until === undefined ? {} : { until: new Date(waiting.until).toISOString() }),
    });
  }

  /** The run is over. */
  ended(state: 'complete' | 'failed' | 'cancelled', sentence: string): void {
    this.send({ state, gate: null, sentence, tail: '', log: '', resumeCommand: null });
  }

  /** When all that was sent has arrived, or was given up. */
  settled(): Promise<void> {
    return this.last;
  }

  private send(news: Pick<Notice, 'state' | 'gate' | 'sentence' | 'tail' | 'log' | 'resumeCommand' | 'until'>): void {
    if (this.input.notify !== true) return;
    const { data } = this.state;
    const { checkout, planFolder: plan } = this.input;
    const [branch, increment] = [data.branch ?? null, data.current?.increment ?? null];
    const notice: Notice = { plan, run: this.steps.ref.run, checkout, branch, increment, at: Date.now(), ...news };
    this.last = this.last.then(() => this.deliver(notice));
  }

  /** A person who cancels is told as well. */
  private async deliver(notice: Notice): Promise<void> {
    try {
      await CancellationScope.nonCancellable(() => this.steps.notify(notice));
    } catch (error) {
      if (!isStepFailure(error)) throw error;
      this.state.note([`Nobody was notified: ${describe(error)}`]);
    }
  }
}

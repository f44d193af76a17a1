/** A run in progress: its state, its steps, its message handlers, and the ways in which it waits. */
import { CancellationScope, condition } from '@temporalio/workflow';
import type { BlockKind, Failure } from '../activities/types.js';
import { describeOverrun } from './budgets.js';
import { listen } from './listen.js';
import { LoopState } from './loop-state.js';
import { Notices } from './notices.js';
import { Presentation } from './presentation.js';
import { createSteps, describe, isStepFailure, type Steps } from './steps.js';
import type { LoopData, RalphLoopInput, RunState, Waiting } from './types.js';

export class Loop {
  readonly state: LoopState;
  readonly steps: Steps;
  readonly notices: Notices;
  private readonly presentation: Presentation;

  constructor(readonly input: RalphLoopInput) {
    this.state = new LoopState(input);
    this.steps = createSteps(input);
    this.notices = new Notices(input, this.state, this.steps);
    this.presentation = new Presentation(input);
    listen(this.state, () => this.show());
    this.show();
  }

  get data(): LoopData {
    return this.state.data;
  }

  enter(state: RunState): void {
    this.data.state = state;
    this.show();
  }

  show(): void {
    this.presentation.show(this.data);
  }

  /** Between two iterations: the person's pause and the cap on iterations. */
  async readyForNext(): Promise<void> {
    await this.pausePoint();
    while (this.state.atCap()) {
      const message = `The cap of ${this.data.maxIterations} iterations is reached.`;
      await this.waitFor({ kind: 'capped', reason: 'iterations', message, since: Date.now(), failures: [] });
    }
  }

  /** After a step: a pause that was asked for takes effect here. */
  async pausePoint(): Promise<void> {
    if (!this.data.pauseRequested) return;
    await this.waitFor({
      kind: 'paused',
      reason: 'pause',
      message: 'Paused on request.',
      since: Date.now(),
      failures: [],
    });
  }

  /** Before an agent: a budget that is used up waits for a person; a day's also ends with the day. */
  async budgetPoint(): Promise<void> {
    for (let over = this.state.overrun(); over !== undefined; over = this.state.overrun()) {
      const since = Date.now();
      const until = over.scope === 'day' ? { until: this.data.spent.day.until } : {};
      const message = describeOverrun(over);
      await this.waitFor({ kind: 'capped', reason: 'budget', message, since, ...until, failures: [] });
    }
  }

  /** Waits for a person; no process is held, and a restart of worker, server or machine changes nothing. */
  async block(reason: BlockKind, message: string, failures: Failure[]): Promise<void> {
    this.state.blocked(reason, message, failures, Date.now());
    this.show();
    await this.resumed();
  }

  /** Waits until resumed, or until the time that `waiting` names. */
  async waitFor(waiting: Waiting): Promise<void> {
    this.state.wait(waiting);
    this.show();
    await this.resumed(waiting.until);
  }

  /** Waits for the release of a wait that was entered before. */
  async resumed(until?: number): Promise<void> {
    const released = () => this.data.waiting === undefined;
    this.notices.waits();
    if (until === undefined) await condition(released);
    else if (!(await condition(released, Math.max(1, until - Date.now())))) this.state.stopWaiting();
    this.show();
  }

  /** Repeats a step that is broken (a full disk, a folder without permission) after a person has mended it. */
  async insist<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isStepFailure(error)) throw error;
        await this.block('broken', describe(error), []);
      }
    }
  }

  /**
   * Ends the run's hold on the checkout, then tells how the run ended: whoever is told may start the next one. Its own
   * failure must not hide that end.
   */
  async finish(putBack: boolean, tell: () => void): Promise<void> {
    const tells = this.input.notify === true;
    await CancellationScope.nonCancellable(async () => {
      try {
        const { savedRef, interrupted, notes = [] } = await this.steps.finish(putBack, tells, this.data.unreported);
        this.state.recordInterrupted(interrupted);
        this.state.note(notes);
        if (savedRef !== undefined) this.state.note([`Half-made work is saved under ${savedRef}.`]);
        tell();
        await this.notices.settled();
        if (tells) await this.steps.finish(false, false, []);
      } catch (error) {
        if (!isStepFailure(error)) throw error;
        this.state.note([`The checkout could not be released: ${describe(error)}`]);
      }
    });
  }
}

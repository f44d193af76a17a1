/** The loop's memory and the one reducer for every message, free of Temporal so that it can be tested by itself. */
import type { BlockKind, Failure, PlanSnapshot, Usage } from '../activities/types.js';
import type { LoopData, LoopStatus, RalphLoopInput, ResumeMessage, Waiting } from './types.js';

const notesKept = 50;

export class LoopState {
  readonly data: LoopData;

  constructor(private readonly input: RalphLoopInput) {
    this.data = input.carried ?? initialData(input.maxIterations);
  }

  status(): LoopStatus {
    const { planFolder, checkout, resumeCommand } = this.input;
    return { ...this.data, planFolder, checkout, resumeCommand };
  }

  /** Why a resume makes no sense now, or `undefined`. A signal that makes no sense is a note at most. */
  resumeProblem(message: ResumeMessage | undefined): string | undefined {
    const { waiting, state, iterationsUsed } = this.data;
    const cap = message?.maxIterations;
    if (waiting === undefined) return `The run is not waiting (it is ${state}), so there is nothing to resume.`;
    if (cap !== undefined && !(Number.isInteger(cap) && cap > iterationsUsed)) {
      return `${iterationsUsed} iterations are used; a cap of ${cap} would not let the run go on.`;
    }
    if (message?.accept === true && waiting.reason !== 'nothing-changed') {
      return '--accept completes an increment that changed nothing; this run waits for another reason.';
    }
    return undefined;
  }

  /** Releases whatever is waited for. A capped run without a new cap gets as many iterations again. */
  resume(message: ResumeMessage = {}): void {
    const { waiting } = this.data;
    const note = message.note?.trim();
    if (note) this.guide(note);
    if (this.resumeProblem(message) !== undefined) return;
    if (message.maxIterations !== undefined) this.data.maxIterations = message.maxIterations;
    else if (waiting?.kind === 'capped') this.data.maxIterations += this.input.maxIterations;
    this.data.accept = message.accept === true;
    this.data.pauseRequested = false;
    this.stopWaiting();
  }

  pause(): void {
    this.data.pauseRequested = true;
  }

  guide(text: string): void {
    this.data.guidance.push(text);
  }

  wait(waiting: Waiting): void {
    this.data.waiting = waiting;
    this.data.state = waiting.kind;
  }

  stopWaiting(): void {
    this.data.waiting = undefined;
    this.data.state = 'running';
  }

  blocked(reason: BlockKind, message: string, failures: Failure[], now: number): void {
    const increment = this.data.current?.increment.id;
    this.data.lastBlock = increment === undefined ? undefined : { increment, reason };
    this.wait({ kind: 'blocked', reason, message, since: now, failures });
  }

  atCap(): boolean {
    return this.data.iterationsUsed >= this.data.maxIterations;
  }

  learnPlan(plan: PlanSnapshot): void {
    this.data.plan = plan;
  }

  spend(usage: Usage): void {
    const total = this.data.usage;
    total.inputTokens += usage.inputTokens;
    total.outputTokens += usage.outputTokens;
    total.costUsd += usage.costUsd;
    total.agentMs += usage.agentMs;
  }

  note(lines: string[]): void {
    this.data.notes = [...this.data.notes, ...lines].slice(-notesKept);
  }
}

export function incrementsLeft(plan: PlanSnapshot | undefined): boolean {
  return plan === undefined || plan.increments.some((increment) => increment.status !== 'done');
}

function initialData(maxIterations: number): LoopData {
  return {
    state: 'setting-up',
    branch: undefined,
    baseBranch: undefined,
    plan: undefined,
    iterationsUsed: 0,
    maxIterations,
    current: undefined,
    waiting: undefined,
    lastBlock: undefined,
    accept: false,
    pauseRequested: false,
    guidance: [],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, agentMs: 0 },
    commits: [],
    notes: [],
  };
}

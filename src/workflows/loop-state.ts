/** The loop's memory and the one reducer for every message, free of Temporal so that it can be tested by itself. */
import type {
  AgentStart,
  BlockKind,
  Failure,
  ImplementResult,
  InterruptedAgent,
  PlanChange,
  PlanNews,
  PlanSnapshot,
} from '../activities/types.js';
import { added, noUsage, nothingSpent, overrun, raised, sumOf, type Budgets, type Overrun } from './budgets.js';
import { clock } from './moment.js';
import { usageText } from './usage-text.js';
import type {
  AttemptRecord,
  JournalEntry,
  LoopData,
  LoopStatus,
  RalphLoopInput,
  ResumeMessage,
  Waiting,
} from './types.js';

/** As many as a prompt shows. */
const notesKept = 40;
const entriesKept = 100;
const entryCharacters = 500;
const noteCharacters = 4_000;
const attemptsKept = 50;

export class LoopState {
  readonly data: LoopData;

  constructor(private readonly input: RalphLoopInput) {
    this.data = { ...initialData(input), ...input.carried };
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
    const over = message?.budgets === undefined ? undefined : this.overrun(raised(this.data.budgets, message.budgets));
    if (waiting.reason === 'budget' && over !== undefined) {
      return `${over.used} is used of the budget ${over.scope}.${over.measure}; ${over.limit} would not let the run go on.`;
    }
    if (message?.accept === true && waiting.reason !== 'nothing-changed') {
      return '--accept completes an increment that changed nothing; this run waits for another reason.';
    }
    return undefined;
  }

  /** Releases whatever is waited for. A capped run without a new cap gets as much again of what it ran out of. */
  resume(message: ResumeMessage = {}): void {
    const { waiting } = this.data;
    this.guide(message.note?.trim() ?? '');
    if (this.resumeProblem(message) !== undefined) return;
    if (message.maxIterations !== undefined) this.data.maxIterations = message.maxIterations;
    else if (waiting?.reason === 'iterations') this.data.maxIterations += this.input.maxIterations;
    if (message.budgets !== undefined) this.data.budgets = raised(this.data.budgets, message.budgets);
    else if (waiting?.reason === 'budget') this.extendBudgets();
    if (waiting?.kind === 'blocked') this.countBareResume(message);
    this.data.accept = message.accept === true;
    this.data.pauseRequested = false;
    this.stopWaiting();
  }

  private countBareResume({ note = '', accept, otherAgent }: ResumeMessage): void {
    const helps = note.trim() !== '' || accept === true || otherAgent === true;
    this.data.bareResumes = helps ? 0 : this.data.bareResumes + 1;
  }

  pause(): void {
    this.data.pauseRequested = true;
  }

  /** Bounded: a flood of notes must fit into one agent's prompt and into history. */
  guide(text: string): void {
    if (text === '') return;
    this.data.bareResumes = 0;
    const notes = [...this.data.guidance, text.slice(0, noteCharacters)];
    this.dropNotes(notes, notes.length - notesKept);
  }

  /** The notes, for a prompt. */
  showGuidance(): string[] {
    this.data.guidanceShown = this.data.guidance.length;
    return this.data.guidance;
  }

  /** An increment is done: the notes that its agents saw have served; one that came since is for the next. */
  forgetShownGuidance(): void {
    this.dropNotes(this.data.guidance, this.data.guidanceShown);
  }

  private dropNotes(notes: string[], count: number): void {
    const dropped = Math.max(0, count);
    this.data.guidance = notes.slice(dropped);
    this.data.guidanceShown = Math.max(0, this.data.guidanceShown - dropped);
  }

  wait(waiting: Waiting): void {
    this.data.waiting = waiting;
    this.data.state = waiting.kind;
    const end =
      waiting.until === undefined
        ? ''
        : ` Waits until ${clock(waiting.until, waiting.since, this.input.zone)}; nothing runs.`;
    this.tell(waiting.kind === 'blocked' ? 'bad' : 'note', `${waiting.kind}: ${waiting.message}${end}`);
  }

  stopWaiting(): void {
    this.tell('step', 'Goes on.');
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

  learnPlan(news: PlanNews): void {
    const { plan } = this.data;
    if ('title' in news) this.data.plan = news;
    else if (plan !== undefined) this.data.plan = changed(plan, news);
  }

  /** As `markBlocked` wrote it into the plan. */
  learnBlocked(increment: string): void {
    const { plan } = this.data;
    if (plan === undefined) return;
    const increments = plan.increments.map((one) =>
      one.id === increment ? { ...one, status: 'blocked' as const } : one,
    );
    this.data.plan = { ...plan, increments };
    delete this.data.plan.digest;
  }

  /** An agent is about to be started; until its result comes, what it uses is to be looked for. */
  beginAgent(start: Omit<AgentStart, 'number'>): AgentStart {
    this.data.agentStarts += 1;
    const begun = { ...start, number: this.data.agentStarts };
    this.data.unreported = [...this.data.unreported, begun];
    return begun;
  }

  /** An agent has ended, in whatever way, or was not started. */
  recordAgent(start: AgentStart, { outcome, usage, day, interrupted }: ImplementResult): void {
    this.recordInterrupted(interrupted);
    if (outcome.kind !== 'unaffordable') this.record({ ...start, outcome: outcome.kind, usage });
    if (day !== undefined) this.data.spent.day = day;
  }

  /** Of all agents that were started the results have come, or never will. */
  recordInterrupted(agents: InterruptedAgent[] = []): void {
    this.data.unreported = [];
    for (const agent of agents) this.record({ ...agent, outcome: 'interrupted' });
  }

  private record({ increment, iteration, attempt, outcome, usage }: AttemptRecord): void {
    const { data } = this;
    data.usage = sumOf(data.usage, usage);
    data.spent = { ...data.spent, increment: added(data.spent.increment, usage, increment) };
    data.attempts = [...data.attempts, { increment, iteration, attempt, outcome, usage }].slice(-attemptsKept);
    this.tell('note', `agent ${outcome} after ${usageText(usage)}`);
  }

  /** The budget that keeps the next agent from being started. */
  overrun(budgets: Budgets = this.data.budgets): Overrun | undefined {
    const { usage, spent, current } = this.data;
    return overrun(budgets, usage, spent, current?.increment.id, Date.now());
  }

  /** As much again of each budget that is used up, counted from what is used. */
  private extendBudgets(): void {
    for (let over = this.overrun(); over !== undefined; over = this.overrun()) {
      const { scope, measure, used, limit } = over;
      const amount = this.input.budgets?.[scope]?.[measure] ?? limit;
      this.data.budgets = raised(this.data.budgets, { [scope]: { [measure]: used + amount } });
    }
  }

  /** Writes to the journal, by which a terminal follows the run. */
  tell(kind: JournalEntry['kind'], text: string): void {
    const { journal } = this.data;
    const sequence = (journal.at(-1)?.sequence ?? 0) + 1;
    const entry = { sequence, at: Date.now(), kind, text: text.slice(0, entryCharacters) };
    this.data.journal = [...journal, entry].slice(-entriesKept);
  }

  note(lines: string[]): void {
    for (const line of lines) this.tell('note', line);
  }
}

function changed(plan: PlanSnapshot, { status, increments, milestones, digest }: PlanChange): PlanSnapshot {
  const after = { ...plan, status, digest, increments: [...plan.increments], milestones: [...plan.milestones] };
  for (const one of increments) replace(after.increments, one);
  for (const one of milestones) replace(after.milestones, one);
  return after;
}

function replace<T extends { status: string }>(list: T[], { at, status }: { at: number; status: T['status'] }): void {
  const one = list[at];
  if (one !== undefined) list[at] = { ...one, status };
}

export function incrementsLeft(plan: PlanSnapshot | undefined): boolean {
  return plan === undefined || plan.increments.some((increment) => increment.status !== 'done');
}

function initialData({ maxIterations, budgets = {} }: RalphLoopInput): LoopData {
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
    bareResumes: 0,
    accept: false,
    pauseRequested: false,
    guidance: [],
    guidanceShown: 0,
    usage: noUsage(),
    budgets,
    spent: nothingSpent(),
    agentStarts: 0,
    unreported: [],
    attempts: [],
    commits: [],
    journal: [],
  };
}

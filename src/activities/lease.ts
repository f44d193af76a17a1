/**
 * One step of a run acts at a time. A step that has timed out may still be at work when the service hands out its
 * successor: its worker was stopped for a while, or cut off. The successor first has it ended, or ends its process.
 */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GitKilled } from '../git/command.js';
import { replaceFile } from '../replace-file.js';
import { readDocumentIfAny } from '../workspace/document-file.js';
import { endProcess, isAlive, markOf, type ProcessMark } from '../service/process-mark.js';
import { runFolder } from '../workspace/run-folder.js';
import { clearAfterKill } from './clear-after-kill.js';
import type { Deps } from './context.js';
import type { RunRef, RunSettings } from './types.js';

interface Lease {
  process: ProcessMark;
  /** Which step of which execution, and which try of it. */
  step: string;
  attempt: number;
  /** Epoch ms. */
  since: number;
}

interface Holder {
  lease: Lease;
  superseded: AbortController;
  over: Promise<void>;
}

/** Steps at work in this process, by lease file. */
const holders = new Map<string, Holder>();
const signals = new WeakMap<Context, AbortSignal>();

/** Aborted, with a sentence as its reason, when another step takes the run over from the activity that asks. */
export function supersededSignal(): AbortSignal | undefined {
  return signals.get(Context.current());
}

/**
 * Runs `work` while no other step of the run does. What a killed predecessor left (programs, git's locks), or one whose
 * git was killed, is gone before.
 *
 * @throws ApplicationFailure `Interrupted` when a later try of this very step is at work: this one has timed out
 */
export async function withLease<T>(
  deps: Deps,
  { ref, settings }: { ref: RunRef; settings: RunSettings },
  work: () => Promise<T>,
): Promise<T> {
  const folder = runFolder(deps.state, ref.run).path;
  const file = join(folder, 'lease.json');
  const lease = ownLease();
  const release = await enter(file, lease);
  try {
    const killed = await takeOver(file, lease);
    if (killed !== undefined) await clearAfterKill(deps, ref, settings, killed.since);
    mkdirSync(folder, { recursive: true });
    await replaceFile(file, JSON.stringify(lease), { durable: false });
    return await leaving(file, work);
  } finally {
    release();
  }
}

/** The lease is what a step leaves that never came to its end: so does one whose git was killed, perhaps with a lock. */
async function leaving<T>(file: string, work: () => Promise<T>): Promise<T> {
  let cut = false;
  try {
    return await work();
  } catch (error) {
    cut = error instanceof GitKilled;
    throw error;
  } finally {
    if (!cut) remove(file);
  }
}

/** One that stays, on a disk that refuses it, costs the next step a look at what could be left. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // told by whatever else is written there
  }
}

function ownLease(): Lease {
  const { workflowExecution, activityId, attempt } = Context.current().info;
  const step = `${workflowExecution?.runId ?? ''}/${activityId}`;
  return { process: markOf(process.pid) as ProcessMark, step, attempt, since: Date.now() };
}

/** Waits for an earlier step in this process, which is told to end. */
async function enter(file: string, lease: Lease): Promise<() => void> {
  for (let holder = holders.get(file); holder !== undefined; holder = holders.get(file)) {
    refuseIfOutdated(lease, holder.lease);
    holder.superseded.abort('Another step of the run took over.');
    await holder.over;
  }
  const superseded = new AbortController();
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  holders.set(file, { lease, superseded, over });
  signals.set(Context.current(), superseded.signal);
  return () => {
    holders.delete(file);
    end();
  };
}

/** @returns the lease of a step that never came to its end */
async function takeOver(file: string, lease: Lease): Promise<Lease | undefined> {
  const left = parse(await readDocumentIfAny(file));
  if (left === undefined || left.process.pid === process.pid) return left;
  refuseIfOutdated(lease, left);
  // The service gives out a step only when the one before has ended or timed out.
  if (isAlive(left.process)) await endProcess(left.process, 0);
  return left;
}

function refuseIfOutdated(mine: Lease, other: Lease): void {
  if (mine.step !== other.step || mine.attempt >= other.attempt) return;
  const message = `Try ${mine.attempt} of this step has timed out; try ${other.attempt} is at work.`;
  throw ApplicationFailure.create({ message, type: 'Interrupted', nonRetryable: true });
}

/** Written without waiting for the disk: after a power loss it may be cut off, and nothing of then lives. */
function parse(text: string | undefined): Lease | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Lease);
  } catch {
    return undefined;
  }
}

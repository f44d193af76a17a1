import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearDrafts, makeExclusively } from '../exclusive-file.js';
import { isAlive, markOf, type ProcessMark } from './process-mark.js';
import { ServiceError } from './service-error.js';

export interface LockOptions {
  /** What the holder does, for those who wait: "starting the Temporal server". */
  purpose: string;
  say: (message: string) => void;
  /** How long to wait for a holder that lives, in milliseconds. */
  waitMs: number;
}

interface Holder {
  id: string;
  process: ProcessMark;
  purpose: string;
}

const damaged: Holder = { id: 'damaged', process: { pid: 0, startTime: '', bootId: '' }, purpose: '' };

/** Runs `work` while this process alone holds the lock `file`. Throws `ServiceError` (busy) when a live holder keeps it longer than `waitMs`. */
export async function withFileLock<T>(file: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const release = await waitForLock(file, options);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Takes the lock `file` if no live process holds it. Gives back the release, or the holder's pid and purpose. */
export async function tryLock(file: string, purpose: string): Promise<(() => Promise<void>) | Holder> {
  const mine: Holder = { id: randomUUID(), process: markOf(process.pid)!, purpose };
  for (;;) {
    if (await create(file, mine)) {
      await clearLeft(file);
      return () => removeIf(file, mine.id);
    }
    const holder = await read(file);
    if (holder && isAlive(holder.process)) return holder;
    if (holder) await takeAway(file, holder, mine);
  }
}

async function waitForLock(file: string, { purpose, say, waitMs }: LockOptions): Promise<() => Promise<void>> {
  const deadline = Date.now() + waitMs;
  const announceAt = Date.now() + 2_000;
  let announced = false;
  for (;;) {
    const taken = await tryLock(file, purpose);
    if (typeof taken === 'function') return taken;
    if (Date.now() > deadline) throw busy(file, taken);
    if (!announced && Date.now() > announceAt) {
      say(`Waiting for process ${taken.process.pid}, which is ${taken.purpose}.`);
      announced = true;
    }
    await sleep(30 + Math.random() * 40);
  }
}

function busy(file: string, holder: Holder): ServiceError {
  const { pid } = holder.process;
  return new ServiceError(
    'busy',
    `Process ${pid} is still ${holder.purpose} (lock ${file}).`,
    `Wait for it, or end it with \`kill ${pid}\`, and try again.`,
  );
}

function create(file: string, holder: Holder): Promise<boolean> {
  return makeExclusively(file, JSON.stringify(holder));
}

const guardOf = (file: string) => `${file}.takeover`;

// Two that find the same dead holder must not both remove: the second would remove the lock of the first. Only who holds the
// guard removes, and only after seeing the dead holder there once more.
async function takeAway(file: string, dead: Holder, mine: Holder): Promise<void> {
  const guard = guardOf(file);
  if (await create(guard, mine)) {
    await removeIf(file, dead.id);
    await removeIf(guard, mine.id);
    return;
  }
  const other = await read(guard);
  if (other && !isAlive(other.process)) await removeIf(guard, other.id);
  await sleep(10);
}

/** What killed processes left beside the lock, for whoever has it. */
async function clearLeft(file: string): Promise<void> {
  await clearDrafts(file);
  const guard = await read(guardOf(file));
  if (guard && !isAlive(guard.process)) await removeIf(guardOf(file), guard.id);
}

async function removeIf(file: string, id: string): Promise<void> {
  if ((await read(file))?.id === id) await rm(file, { force: true });
}

// A lock that can't be parsed was cut off by a power loss: nobody holds it.
async function read(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : damaged;
  }
}

/** The attempts of a plan's runs, as their folders are left: evidence that needs no server to be read. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import type { RunFolder } from './run-folder.js';

export interface Attempt {
  iteration: number;
  /** Id as in the plan. */
  increment: string;
  /** 0: the gates alone. */
  attempt: number;
  /** Folder of its output. */
  path: string;
  /** Commands of its gates, in order. */
  gates: string[];
}

/** Oldest first. Folders that can't be read as an iteration are passed over. */
export async function listAttempts({ path }: RunFolder): Promise<Attempt[]> {
  const iterations = join(path, 'iterations');
  const names = (await entriesOf(iterations)).filter((name) => /^\d{3,}-/.test(name));
  const found = await Promise.all(names.map((name) => attemptsOf(join(iterations, name), Number.parseInt(name, 10))));
  return found.flat().toSorted((a, b) => a.iteration - b.iteration || a.attempt - b.attempt);
}

interface Pinned {
  increment: { id: string };
  gates: { kind: string; command?: string }[];
}

async function attemptsOf(folder: string, iteration: number): Promise<Attempt[]> {
  const pinned = await readPinned(join(folder, 'iteration.json'));
  if (pinned === undefined) return [];
  const gates = pinned.gates.flatMap(({ kind, command }) => (kind === 'command' ? [command ?? ''] : []));
  return (await entriesOf(folder)).flatMap((name) => {
    const attempt = /^attempt-(\d+)$/.exec(name)?.[1];
    if (attempt === undefined) return [];
    return [{ iteration, increment: pinned.increment.id, attempt: Number(attempt), path: join(folder, name), gates }];
  });
}

async function readPinned(file: string): Promise<Pinned | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Pinned;
  } catch {
    return undefined;
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

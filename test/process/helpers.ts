import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramSpec } from '../../src/process/types.js';

/** A misbehaving program. */
export const agent = (name: string): string => path.resolve('test/agents', name);

/** A folder of its own for each test file, and specs that put everything in there. */
export function workplace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ralph-process-'));
  const records = path.join(folder, 'records');
  const stdoutFile = path.join(folder, 'out.log');
  const spec = (command: string, args: string[] | undefined, more: Partial<ProgramSpec> = {}): ProgramSpec => ({
    command,
    ...(args ? { args } : {}),
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdoutFile,
    stderrFile: path.join(folder, 'err.log'),
    run: `ralph/test/${path.basename(folder)}`,
    wallMs: 20_000,
    graceMs: 300,
    purpose: 'a test',
    ...more,
  });
  return {
    folder,
    records,
    spec,
    out: () => readFileSync(stdoutFile, 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Numbers in what a program printed: the pids it told. */
export const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Whether a process runs; a dead one that nobody collected does not. */
export function runs(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

/** Looks again until the condition holds; fails with its text after 10 s. */
export async function until<T>(condition: () => T | undefined | false, what: string): Promise<T> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(20)) {
    const value = condition();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`Waited 10 s in vain until ${what}.`);
}

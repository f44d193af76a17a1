/**
 * What may run on behalf of a run: the agent and the environment of whoever started it. Kept out of the workflow's
 * input, since whoever reaches the server could otherwise run commands here.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { ResolvedAgent } from '../agents/types.js';
import { UserError, errnoOf } from '../errors.js';
import { statePaths } from '../service/paths.js';

export interface RunFile {
  /** Workflow id. */
  run: string;
  agent: ResolvedAgent;
  /** The starting user's environment, already without Temporal's credentials. */
  env: Record<string, string>;
  /** Template of the prompt, as its file was when the run was started; the built-in one without it. */
  prompt?: string | undefined;
  /** Shell line that is told when the run waits or ends. */
  notify?: string | undefined;
  /** Shell line that opens a pull request; the GitHub CLI without it. */
  prCommand?: string | undefined;
}

export async function writeRunFile(state: string, content: RunFile): Promise<void> {
  await writeFileAtomic(pathOf(state, content.run), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** @throws UserError `run-file-missing` */
export async function readRunFile(state: string, run: string): Promise<RunFile> {
  const content = await readRunFileIfAny(state, run);
  if (content !== undefined) return content;
  const plan = run.split('/').at(-1) ?? run;
  throw new UserError(
    'run-file-missing',
    `The file that names the agent and the environment of ${run} is gone.`,
    `Run \`ralph start ${plan}\` in the repository again: it writes the file anew and the run goes on.`,
  );
}

export async function readRunFileIfAny(state: string, run: string): Promise<RunFile | undefined> {
  try {
    return JSON.parse(readFileSync(pathOf(state, run), 'utf8')) as RunFile;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function deleteRunFile(state: string, run: string): Promise<void> {
  await rm(pathOf(state, run), { force: true });
}

function pathOf(state: string, run: string): string {
  return join(statePaths(state).runFiles, `${createHash('sha256').update(run).digest('hex').slice(0, 32)}.json`);
}

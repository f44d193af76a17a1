/** What a refused commit means: a hook's objection goes to the next agent, anything else needs a person. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git/command.js';
import type { CommitResult as GitCommit } from '../git/commit.js';
import { maskText, secretsOf } from '../workspace/secrets.js';
import type { Held } from './context.js';
import type { CommitResult } from './types.js';

const tailCharacters = 2_000;

/** @param base commit that the branch goes back to when the commit was made but can't be found again */
export async function refusal(
  held: Held,
  result: Exclude<GitCommit, { kind: 'committed' }>,
  base: string,
  folder: string,
): Promise<CommitResult> {
  switch (result.kind) {
    case 'hook-failed': {
      const logFile = join(folder, 'commit.log');
      await writeFile(logFile, maskText(result.output, secretsOf(held.runFile.env)), { mode: 0o600 });
      const failure = { what: 'commit hook', sentence: 'A git hook refused the commit.', logFile };
      return { kind: 'hook-failed', failure: { ...failure, tail: result.output.slice(-tailCharacters) } };
    }
    case 'message-refused':
      return {
        kind: 'refused',
        reason: 'commit-refused',
        message: `A git hook refused the commit's message, which no agent can mend: ${firstLine(result.output)}`,
        tail: result.output.slice(-tailCharacters),
      };
    case 'trailers-lost':
      await git(held.checkout, ['reset', '--quiet', '--soft', base]);
      return {
        kind: 'refused',
        reason: 'commit-refused',
        message:
          'A commit-msg hook removed the trailers by which the runner finds its commits. The commit was undone; let the hook keep lines that begin with "Ralph-".',
        tail: '',
      };
    case 'objected':
      await git(held.checkout, ['reset', '--quiet']);
      return { kind: 'refused', reason: 'commit-refused', message: result.output, tail: '' };
    case 'nothing':
      return { kind: 'nothing-changed' };
    case 'failed':
      return {
        kind: 'refused',
        reason: 'commit-refused',
        message: `Git could not commit: ${firstLine(result.output)}`,
        tail: result.output.slice(-tailCharacters),
      };
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

/** Notify: the user's command is told that the run waits or has ended. Needs no hold on the checkout. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reapRun } from '../process/reap-run.js';
import { runProgram } from '../process/run-program.js';
import { readTail } from '../process/tail.js';
import { statePaths } from '../service/paths.js';
import { readRunFile } from '../workspace/run-file.js';
import { runFolder } from '../workspace/run-folder.js';
import { crashPoint } from './crash-point.js';
import type { Deps } from './context.js';
import type { NotifyInput } from './types.js';

const wallMs = 30_000;
const tailBytes = 400;

/**
 * Safe to run twice, as far as a message can be: after a kill it may be told again, never not at all.
 *
 * @throws ApplicationFailure `notify-failed`, so that it is tried again
 */
export async function notifyPerson(deps: Deps, { ref, settings, notice }: NotifyInput): Promise<void> {
  const { notify, env } = await readRunFile(deps.state, ref.run);
  if (notify === undefined) return;
  const records = statePaths(deps.state).processes;
  // Not the run's own marker: the next step, which ends what the run left, must not end this.
  const run = `${ref.run}/notify`;
  await reapRun(records, run, { graceMs: settings.graceMs });

  const folder = join(runFolder(deps.state, ref.run).path, 'notices');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = join(folder, `${new Date(notice.at).toISOString().replaceAll(':', '-')}-${notice.state}`);
  await writeFile(`${name}.json`, `${JSON.stringify(notice, null, 2)}\n`, { mode: 0o600 });
  crashPoint(deps.state, 'before-notice');
  const result = await runProgram(
    {
      command: notify,
      cwd: ref.checkout,
      env: { ...env, RALPH_PLAN: ref.planFolder, RALPH_STATE: notice.state },
      stdinFile: `${name}.json`,
      stdoutFile: `${name}.log`,
      stderrFile: `${name}.log`,
      run,
      wallMs,
      graceMs: settings.graceMs,
      purpose: `notify: ${notice.state}`,
    },
    { records, signal: Context.current().cancellationSignal },
  );
  crashPoint(deps.state, 'after-notice');
  if (result.exitCode === 0) return;
  const why = result.spawnError ?? (result.endedBy === 'wall' ? 'not over in 30 s' : `exit code ${result.exitCode}`);
  const said = (await readTail(`${name}.log`, tailBytes).catch(() => '')).trim();
  const message = `The notify command failed (${why})${said === '' ? '.' : `: ${said}`}`;
  throw ApplicationFailure.create({ message, type: 'notify-failed' });
}

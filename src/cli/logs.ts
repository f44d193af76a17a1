/** `logs`: what agents and gates printed. Reads files alone: no server is started for it. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.js';
import { liveRecords } from '../process/leftovers.js';
import { listProcesses } from '../process/process-table.js';
import { readRecords } from '../process/records.js';
import { statePaths } from '../service/paths.js';
import { printedFiles } from '../workspace/attempt-files.js';
import { listAttempts, type Attempt } from '../workspace/attempts.js';
import { readClaim } from '../workspace/claim.js';
import { readRunFileIfAny } from '../workspace/run-file.js';
import { runFolder, type RunFolder } from '../workspace/run-folder.js';
import { secretsOf } from '../workspace/secrets.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { LogPrinter } from './log-printer.js';
import { print } from './output.js';
import { findPlace, findPlan, type FoundPlan, type Place, type RepoOptions } from './place.js';

export interface LogsOptions extends RepoOptions {
  attempt?: number;
  follow?: boolean;
  raw?: boolean;
}

const pollMs = 300;

/** Without an increment: what runs right now, or a list of what there is. */
export async function logs(argument: string, increment: string | undefined, options: LogsOptions): Promise<ExitCode> {
  const { attempt, follow = false, raw = false } = options;
  const place = await findPlace(options);
  const found = await findPlan(place, argument);
  const folder = runFolder(place.state, found.run);
  const runFile = await readRunFileIfAny(place.state, found.run);
  const secrets = secretsOf(runFile?.env ?? place.env);
  const chosen = (await listAttempts(folder)).filter((candidate) => isWanted(candidate, increment, attempt));
  const newest = chosen.at(-1);
  if (follow) await followLogs({ place, found, folder, raw, increment, attempt, secrets });
  else if (newest === undefined) throw nothing(found, increment, attempt);
  else if (increment === undefined && attempt === undefined && !(await runsNow(place, found))) list(found, chosen);
  else await printAttempt(newest, raw, secrets);
  return exitCodes.complete;
}

/** `1` is meant for `01`. */
function isWanted(candidate: Attempt, increment: string | undefined, attempt: number | undefined): boolean {
  const isIncrement = increment === undefined || [increment, increment.padStart(2, '0')].includes(candidate.increment);
  return isIncrement && (attempt === undefined || candidate.attempt === attempt);
}

async function runsNow({ state }: Place, { run }: FoundPlan): Promise<boolean> {
  const records = await readRecords(statePaths(state).processes, run);
  return (await liveRecords(records, run, await listProcesses())).length > 0;
}

function list({ located }: FoundPlan, attempts: Attempt[]): void {
  print(`Nothing of ${located.folder} runs right now. What its agents and gates printed:\n`);
  for (const { iteration, increment, attempt, path } of attempts) {
    const what = attempt === 0 ? 'gates alone' : `attempt ${attempt}`;
    print(`  iteration ${String(iteration).padEnd(3)} ${increment.padEnd(4)} ${what.padEnd(12)} ${path}`);
  }
  const { increment, attempt } = attempts.at(-1) as Attempt;
  print(`\nOne of them: ralph logs ${located.folder} ${increment} --attempt ${attempt}`);
}

async function printAttempt(attempt: Attempt, raw: boolean, secrets: readonly string[]): Promise<void> {
  print(headingOf(attempt));
  const printer = new LogPrinter(writeOut, secrets);
  await printer.print(await printedFiles(attempt, raw));
  await printer.close();
}

async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function headingOf({ iteration, increment, attempt, path }: Attempt): string {
  const what = attempt === 0 ? 'gates alone' : `attempt ${attempt}`;
  return `${increment}, iteration ${iteration}, ${what} (${path})\n`;
}

interface Following {
  place: Place;
  found: FoundPlan;
  folder: RunFolder;
  raw: boolean;
  increment: string | undefined;
  attempt: number | undefined;
  secrets: readonly string[];
}

/** Goes from attempt to attempt until no run holds the checkout any more, or until Ctrl-C. */
async function followLogs({ place, found, folder, raw, increment, attempt, secrets }: Following): Promise<void> {
  const printer = new LogPrinter(writeOut, secrets);
  let shown: Attempt | undefined;
  for (;;) {
    const isOpen = (await readClaim(place.checkout.gitDir))?.run === found.run;
    const attempts = (await listAttempts(folder)).filter((candidate) => isWanted(candidate, increment, attempt));
    if (attempts.length === 0 && !isOpen) throw nothing(found, increment, attempt);
    const from = shown === undefined ? -1 : attempts.findIndex(({ path }) => path === shown?.path);
    for (const next of from < 0 ? attempts.slice(-1) : attempts.slice(from)) {
      if (next.path !== shown?.path) {
        await printer.close();
        print(`${shown === undefined ? '' : '\n'}${headingOf(next)}`);
        shown = next;
      }
      await printer.print(await printedFiles(next, raw));
    }
    if (!isOpen) break;
    await sleep(pollMs);
  }
  await printer.close();
}

function nothing({ located }: FoundPlan, increment: string | undefined, attempt: number | undefined): UserError {
  const what = [increment && `increment ${increment}`, attempt !== undefined && `attempt ${attempt}`].filter(Boolean);
  const whose = what.length === 0 ? located.folder : `${what.join(', ')} of ${located.folder}`;
  return new UserError(
    'no-logs',
    `There is no output of ${whose}.`,
    `Look at all there is: ralph logs ${located.folder}`,
  );
}

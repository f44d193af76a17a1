/** An agent that plays a script: for trying the loop out, and its safety, without an account. `scripted-agent <script>` */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseScript, turnFor, type Turn } from './agents/scripted/script.js';
import { failed, limited, opening, said, succeeded, used } from './agents/scripted/speech.js';

const [file = ''] = process.argv.slice(2);
const { RALPH_INCREMENT: increment = '', RALPH_ATTEMPT: attempt = '1', RALPH_PLAN_FILE: planFile = '' } = process.env;

try {
  process.exitCode = await play();
} catch (error) {
  console.error(`scripted agent: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

/** @returns the exit code */
async function play(): Promise<number> {
  const turn = turnFor(parseScript(readFileSync(file, 'utf8'), file), increment, Number(attempt));
  if (turn === undefined) throw new Error(`The script ${file} has nothing for increment ${increment}.`);
  readFileSync(0); // A real agent reads its prompt to the end.
  say(opening());
  if (refused(turn)) return 1;
  for (const text of turn.say) say(said(text));
  change(turn);
  deceive(turn);
  if (turn.flood !== undefined) flood(turn.flood);
  if (turn.orphan) spawn('sleep', ['86400'], { detached: true, stdio: 'ignore' }).unref();
  while (turn.hang) await pause(60_000);
  if (turn.fail) {
    say(failed('The script lets this attempt fail.'));
    return 1;
  }
  say(succeeded(closingWords(turn), turn.usage));
  return 0;
}

function refused({ limit, overloaded = 0 }: Turn): boolean {
  if (limit === undefined && overloaded === 0) return false;
  const before = earlierCalls();
  if (before < (limit?.times ?? 0)) say(limited(Date.now() + (limit?.seconds ?? 0) * 1000));
  else if (before < (limit?.times ?? 0) + overloaded) say(failed('API Error: 529 Overloaded'));
  else return false;
  return true;
}

/** How often this attempt was played before: what is refused counts as no attempt, so its number comes again. */
function earlierCalls(): number {
  const { RALPH_RUN: run, RALPH_ITERATION: iteration } = process.env;
  const key = createHash('sha256').update([run, file, iteration, increment, attempt].join('\0')).digest('hex');
  const counter = join(tmpdir(), 'ralph-scripted-agent', key);
  mkdirSync(dirname(counter), { recursive: true });
  appendFileSync(counter, '.');
  return statSync(counter).size - 1;
}

function change({ write, remove, patch }: Turn): void {
  for (const [path, text] of Object.entries(write)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    say(used('Write', path));
  }
  for (const path of remove) {
    rmSync(path, { recursive: true });
    say(used('Remove', path));
  }
  if (patch === undefined) return;
  const { status, stderr } = spawnSync('git', ['apply', '-'], { input: patch, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The patch for increment ${increment} can't be applied: ${stderr}`);
  say(used('Patch', '.'));
}

function deceive({ lie, deletePlan }: Turn): void {
  if (lie) {
    const plan = readFileSync(planFile, 'utf8');
    writeFileSync(planFile, plan.replaceAll(/^(\*\*(?:Overall )?Status:\*\*) (?:pending|in-progress)/gm, '$1 done'));
  }
  if (deletePlan) rmSync(planFile);
}

function flood(mebibytes: number): void {
  const noise = 'noise '.repeat(10_922) + '\n';
  for (let left = mebibytes * 1024 * 1024; left > 0; left -= noise.length) say(noise);
}

function closingWords({ lie, report }: Turn): string {
  const claim = lie ? 'All tests pass and every increment is done. RALPH_COMPLETE' : 'Done.';
  return report === undefined ? claim : [claim, '```ralph-report', JSON.stringify(report), '```'].join('\n');
}

/** At once, so that nothing is lost when the program is ended. */
function say(text: string): void {
  writeSync(1, text);
}

// Plays the part that agents.ts wrote: node agent-program.mjs <folder with script.json>
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder] = process.argv.slice(2);
const { RALPH_INCREMENT: increment, RALPH_ITERATION: iteration, RALPH_ATTEMPT: attempt = '1' } = process.env;
const turn = pick(JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'))[increment]);

record();
if (turn.ignoreTerm) process.on('SIGTERM', () => console.log('not yet'));
for (const [file, text] of Object.entries(turn.write ?? {})) write(file, text);
for (const file of turn.remove ?? []) rmSync(file, { recursive: true });
if (turn.shell) shell(turn.shell);
for (const line of turn.print ?? []) console.log(line);
for (const line of turn.printError ?? []) console.error(line);
while (turn.waitForFile && !existsSync(turn.waitForFile)) await pause(20);
while (turn.hang) await pause(1000);
if (turn.report) console.log(['```ralph-report', JSON.stringify(turn.report), '```'].join('\n'));
process.exitCode = turn.exitCode ?? 0;

function pick(turns) {
  if (turns === undefined) fail(`no turn for increment ${increment}`);
  return Array.isArray(turns) ? turns[Math.min(Number(attempt), turns.length) - 1] : turns;
}

function record() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('RALPH_')));
  const prompt = readFileSync(0, 'utf8');
  const numbers = { iteration: Number(iteration), attempt: Number(attempt) };
  const call = { pid: process.pid, increment, ...numbers, cwd: process.cwd(), prompt, env };
  appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function shell(command) {
  // Not through pipes: a background program that keeps them open must not keep us.
  const { status } = spawnSync('bash', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`"${command}" ended with ${status}`);
}

function fail(message) {
  console.error(`test agent: ${message}`);
  process.exit(2);
}

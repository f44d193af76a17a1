// A coding agent that knows its answers beforehand: the demo and the tests use it where a real one would need an account.
// It keeps the contract of a custom agent: the prompt on standard input, RALPH_* in the environment, the checkout as its
// working directory, and a fenced `ralph-report` block at the end of what it prints.
//
//   node scripted-agent.mjs [solutions folder]
//
// The folder holds, per increment, `solution.json`, `files/` (laid over the checkout) and, where the first attempt has a
// mistake, `repair/`. Only a prompt that quotes the failing test (`repair.symptom`) leads to the repair.
// RALPH_DEMO_PACE is the time in milliseconds that the progress lines take in all; 0 means no pauses.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const solutions = process.argv[2] ?? fileURLToPath(new URL('text-kit-solutions', import.meta.url));
const pace = Number(process.env.RALPH_DEMO_PACE ?? 300);

try {
  await work(process.env.RALPH_INCREMENT, Number(process.env.RALPH_ATTEMPT ?? 1), await standardInput());
} catch (error) {
  console.error(`scripted agent: ${error.message}`);
  process.exitCode = 2;
}

async function work(increment, attempt, prompt) {
  if (!increment) throw new Error('RALPH_INCREMENT is not set; start me through the runner.');
  if (prompt.trim() === '') throw new Error('the prompt on standard input is empty.');
  const folder = join(solutions, increment);
  if (!existsSync(folder)) throw new Error(`no solution for increment ${increment} in ${solutions}.`);
  const solution = JSON.parse(await readFile(join(folder, 'solution.json'), 'utf8'));
  if (attempt > 1 && solution.repair) await repair(folder, solution.repair, prompt);
  else await implement(folder, solution);
}

async function implement(folder, { steps, append = {}, learnings, criteria }) {
  await sayInSteps(steps);
  if (existsSync(join(folder, 'files'))) await cp(join(folder, 'files'), '.', { recursive: true });
  for (const [file, line] of Object.entries(append)) await appendOnce(file, line);
  report({ learnings, criteria });
}

async function repair(folder, { symptom, steps, learnings, criteria }, prompt) {
  if (!prompt.includes(symptom)) throw new Error(`the prompt does not show what failed; I looked for "${symptom}".`);
  await sayInSteps(steps);
  await cp(join(folder, 'repair'), '.', { recursive: true });
  report({ learnings, criteria });
}

async function appendOnce(file, line) {
  const before = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (before.split('\n').includes(line)) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${before}${line}\n`);
}

async function sayInSteps(steps) {
  for (const step of steps) {
    console.log(step);
    if (pace > 0) await pause(pace / steps.length);
  }
}

function report({ learnings = [], criteria = [] }) {
  console.log(['```ralph-report', JSON.stringify({ learnings, criteria }, undefined, 2), '```'].join('\n'));
}

async function standardInput() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

// Plays an agent of any family: node stand-in-program.mjs <folder with parts.json>. Each start plays the next part; the last one
// is played again and again. A part may print lines (objects become JSON), write files, wait for the end of its input,
// linger after its last word, and leave with any exit code.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder, ...args] = process.argv.slice(2);
const calls = join(folder, 'calls.jsonl');
const parts = JSON.parse(readFileSync(join(folder, 'parts.json'), 'utf8'));
appendFileSync(calls, '');
const before = readFileSync(calls, 'utf8').split('\n').length - 1;
const part = parts[Math.min(before, parts.length - 1)];
const { RALPH_INCREMENT: increment, RALPH_ATTEMPT: attempt } = process.env;
const prompt = part.readsInput === false ? '' : readFileSync(0, 'utf8');
const named = (text) => text.replaceAll('%', increment);
appendFileSync(
  calls,
  `${JSON.stringify({ increment, attempt: Number(attempt), promptBytes: prompt.length, pid: process.pid, args, env: process.env })}\n`,
);
for (const [file, text] of Object.entries(part.write ?? {})) {
  mkdirSync(dirname(named(file)), { recursive: true });
  writeFileSync(named(file), named(text));
}
const timed = (json) => json.replace(/"in:(\d+)"/g, (_, seconds) => Math.ceil(Date.now() / 1000) + Number(seconds));
for (const line of part.print ?? []) console.log(typeof line === 'string' ? line : timed(JSON.stringify(line)));
for (const line of part.printError ?? []) console.error(line);
while (part.lingers) await pause(1_000);
process.exitCode = part.exitCode ?? 0;

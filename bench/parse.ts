/** How long a very large plan takes to read and to mark: 5,000 increments in 5 MB, and half of that to show the slope. */
import { markPlan } from '../src/documents/mark-plan.js';
import { parsePlan } from '../src/documents/parse-plan.js';

const BODY_LINES = 9;

function increment(number: number): string {
  const item = (line: number) =>
    `${line}. Change \`src/part-${number}/file-${line}.ts\` so that case ${number * line} is read, and\n   keep what \`**Status:** done\` says.`;
  const scope = Array.from({ length: BODY_LINES }, (_, index) => item(index + 1)).join('\n');
  return `### Increment ${number}: Part ${number}\n\n**Status:** pending\n\nScope:\n\n${scope}\n\nTest gate:\n\n1. \`npm test -- part-${number}\` — exits 0\n\n`;
}

function plan(increments: number): string {
  const head = '# Implementation Plan: Large\n\n**Overall Status:** pending\n**Current Increment:** --\n\n';
  return head + Array.from({ length: increments }, (_, index) => increment(index + 1)).join('');
}

function measure(name: string, work: () => void): void {
  const start = performance.now();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  const wall = Math.round(performance.now() - start);
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(`${name}: ${wall} ms, ${Math.round((user + system) / 1000)} ms of processor, ${memory} MiB resident`);
}

for (const count of [2500, 5000]) {
  const text = plan(count);
  const size = (Buffer.byteLength(text) / 2 ** 20).toFixed(1);
  measure(`read ${count} increments, ${size} MiB`, () => parsePlan(text, 'large.md'));
  measure(`mark one of ${count}`, () => markPlan(text, { increment: { id: '7', status: 'done' } }));
}

/**
 * `npm run faults -- --seeds 20 [--first 1] [--kills 12]`: runs of ten increments under random kills. Checks the
 * promises by git, files and processes alone, prints a table, and names the seed of every failure.
 */
import { parseArgs } from 'node:util';
import { storm, total, type Storm } from '../test/faults/storm.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    kills: { type: 'string', default: '12' },
  },
});
const [seeds, first, kills] = [values.seeds, values.first, values.kills].map(Number) as [number, number, number];
if (![seeds, first, kills].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('--seeds, --first and --kills take whole numbers.');
  process.exit(2);
}

const storms: Storm[] = [];
console.log('seed  kills (worker/program/server/command line)  agents  seconds  result');
for (let seed = first; seed < first + seeds; seed += 1) {
  const result = await storm(seed, kills);
  const reference = storms.find(({ broken }) => broken.length === 0);
  if (reference !== undefined && JSON.stringify(reference.outcome) !== JSON.stringify(result.outcome)) {
    result.broken.push(`another outcome than seed ${reference.seed}`);
  }
  storms.push(result);
  console.log(row(result));
  for (const problem of result.broken) console.log(`      ${problem}`);
  if (result.broken.length > 0)
    console.log(`      again: npm run faults -- --seeds 1 --first ${seed}; ${result.repository}`);
}
const failed = storms.filter(({ broken }) => broken.length > 0);
const killed = storms.reduce((sum, { kills: counts }) => sum + total(counts), 0);
console.log(
  `${storms.length} runs, ${killed} kills, ${failed.length} failed${failed.length > 0 ? `: seeds ${failed.map(({ seed }) => seed).join(', ')}` : ''}`,
);
process.exit(failed.length > 0 ? 1 : 0);

function row({ seed, kills: counts, agents, seconds, broken }: Storm): string {
  const each = `${counts.worker}/${counts.program}/${counts.server}/${counts['command line']}`;
  const columns = [String(seed).padStart(4), `${total(counts)} (${each})`.padEnd(46), String(agents).padStart(6)];
  return [...columns, String(seconds).padStart(8), broken.length === 0 ? ' ok' : ' FAILED'].join('  ');
}

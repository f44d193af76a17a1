/** Seeded storms, a row for each, and a table of what was killed and what came of it. */
import { isDeepStrictEqual } from 'node:util';
import { sideBySide } from './side-by-side.js';
import { total, victims, type Storm } from './storm.js';

export interface StormTable {
  seeds: number;
  first: number;
  /** Of each run. */
  kills: number;
  jobs: number;
}

/** Prints it. @returns how many runs failed */
export async function stormTable({ seeds, first, kills, jobs }: StormTable): Promise<number> {
  const tasks = Array.from({ length: seeds }, (_, index) => ({ kind: 'storm' as const, seed: first + index, kills }));
  let reference: Storm | undefined;
  // What no kill has touched is what all others are measured by.
  await sideBySide([{ kind: 'storm' as const, seed: first, kills: 0 }], 1, (_, storm) => {
    if (storm.broken.length > 0) throw new Error(`The undisturbed run failed: ${storm.broken.join('; ')}`);
    reference = storm;
  });
  const storms: Storm[] = [];
  console.log('seed  kills (worker/program/fork server/server/command line)  agents  seconds  result');
  await sideBySide(tasks, jobs, ({ seed }, storm) => {
    if (!isDeepStrictEqual(storm.outcome, reference?.outcome)) storm.broken.push('another outcome than without kills');
    storms.push(storm);
    console.log(row(storm));
    for (const problem of storm.broken) console.log(`      ${problem}`);
    if (storm.broken.length > 0)
      console.log(`      again: npm run faults -- --seeds 1 --first ${seed}; ${storm.repository}`);
  });
  console.log('\nkilled        kills  runs  complete  violations');
  for (const victim of [...new Set(victims)]) console.log(victimRow(victim, storms));
  const failed = storms.filter(({ broken }) => broken.length > 0);
  const killed = storms.reduce((sum, { kills: counts }) => sum + total(counts), 0);
  const which = failed.length > 0 ? `: seeds ${failed.map(({ seed }) => seed).join(', ')}` : '';
  console.log(`${storms.length} runs, ${killed} kills, ${failed.length} failed${which}`);
  return failed.length;
}

function row({ seed, kills, agents, seconds, broken }: Storm): string {
  const each = `${kills.worker}/${kills.program}/${kills['fork server']}/${kills.server}/${kills['command line']}`;
  const columns = [String(seed).padStart(4), `${total(kills)} (${each})`.padEnd(58), String(agents).padStart(6)];
  return [...columns, String(seconds).padStart(8), broken.length === 0 ? ' ok' : ' FAILED'].join('  ');
}

/** The runs in which it was killed, and what came of them. */
function victimRow(victim: keyof Storm['kills'], storms: Storm[]): string {
  const hit = storms.filter(({ kills }) => kills[victim] > 0);
  const count = hit.reduce((sum, { kills }) => sum + kills[victim], 0);
  const complete = hit.filter(({ broken }) => broken.length === 0).length;
  const violations = hit.reduce((sum, { broken }) => sum + broken.length, 0);
  const columns = [String(count).padStart(7), String(hit.length).padStart(6), String(complete).padStart(10)];
  return [victim.padEnd(12), ...columns, String(violations).padStart(12)].join('');
}

/**
 * What the loop itself costs: npm run bench -- [--only a,c] [--quick] [--sources] [--results DIR]
 *
 * Prints a table and writes bench/results/<time>.json. `--quick` uses small sizes, which show that a point can be
 * measured and no more; `--sources` runs the programs from src/ instead of dist/.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { points } from './points/index.js';
import type { Point } from './support/point.js';
import { closeStages } from './support/stage.js';
import { describeMachine, table, writeResults, type Measured } from './support/report.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    sources: { type: 'boolean', default: false },
    results: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.error('Interrupted; cleaning up …');
    void closeStages().finally(() => process.exit(130));
  });
}

const machine = describeMachine();
const measured: Measured[] = [];
let failed = false;
for (const point of chosen(values.only)) await measure(point);
console.log(`Written: ${writeResults(values.results, machine, measured)}`);
process.exitCode = failed ? 1 : 0;

/** A point that fails keeps no other from being measured. */
async function measure(point: Point): Promise<void> {
  const { key, title } = point;
  try {
    const rows = await point.measure({ quick: values.quick, sources: values.sources });
    measured.push({ key, title, rows });
    console.log(table({ key, title, rows }));
  } catch (error) {
    failed = true;
    console.error(`(${key}) ${title} could not be measured:`, error);
  }
}

function chosen(only: string | undefined): Point[] {
  if (only === undefined) return points;
  const keys = only.split(',');
  const unknown = keys.filter((key) => points.every((point) => point.key !== key));
  if (unknown.length > 0) throw new Error(`There is no point ${unknown.join(', ')}; there are a to j.`);
  return points.filter(({ key }) => keys.includes(key));
}

/**
 * `npm run faults -- --seeds 20 [--first 1] [--kills 12] [--jobs 2]`: runs of ten increments under random kills.
 * `npm run faults -- --crash-points [--times 10] [--only NAME,…] [--jobs 2]`: the worker dies at every named point.
 *
 * Both check the promises by git, files and processes alone, print a table, and exit with 1 after any violation.
 */
import { parseArgs } from 'node:util';
import { crashPointTable } from '../test/faults/crash-point-table.js';
import { stormTable } from '../test/faults/storm-table.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    kills: { type: 'string', default: '12' },
    jobs: { type: 'string', default: '1' },
    'crash-points': { type: 'boolean', default: false },
    times: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const { seeds, first, kills, jobs, times } = values;
const numbers = [seeds, first, kills, jobs, times].map(Number) as [number, number, number, number, number];
if (!numbers.every((value) => Number.isInteger(value) && value >= 0) || numbers[3] === 0) {
  console.error('--seeds, --first, --kills and --times take whole numbers, --jobs one from 1.');
  process.exit(2);
}
const failed = values['crash-points']
  ? await crashPointTable({ times: numbers[4], jobs: numbers[3], only: values.only?.split(',') })
  : await stormTable({ seeds: numbers[0], first: numbers[1], kills: numbers[2], jobs: numbers[3] });
process.exit(failed > 0 ? 1 : 0);

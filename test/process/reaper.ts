/** Reaps a run from a process of its own, and prints what it ended. */
import { reapRun } from '../../src/process/reap-run.js';

const [, , records = '', run = ''] = process.argv;
console.log(JSON.stringify(await reapRun(records, run, { graceMs: 500 })));

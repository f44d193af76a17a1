/** A stand-in for the worker: runs one program; prints its pid when it runs, then what it is told on the command line. */
import { runProgram } from '../../src/process/run-program.js';
import type { ProgramSpec } from '../../src/process/types.js';

const [, , records = '', spec = '', then] = process.argv;
const result = await runProgram(JSON.parse(spec) as ProgramSpec, {
  records,
  onStart: ({ pid }) => {
    console.log(pid);
    if (then === 'exit') setTimeout(() => process.exit(0), 100);
  },
});
console.log(JSON.stringify(result));

/** The machine misbehaves under the worker: its clock jumps, its file descriptors run out. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { disconnect } from '../loop/workflow.js';
import { killWorker, makeBench, threeIncrements, workerPid } from './bench.js';
import { makeGated } from './gated.js';
import { brokenPromises } from './promises.js';

const folder = mkdtempSync(join(tmpdir(), 'ralph-machine-'));
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await disconnect();
});

/** Worker and command line read their clock through this; files and server keep the machine's. */
function movableClock(): { module: string; offset: string } {
  const module = join(folder, 'clock.mjs');
  const offset = join(folder, 'offset');
  writeFileSync(offset, '0');
  const text = [
    "import { readFileSync } from 'node:fs';",
    'let offset = 0;',
    `setInterval(() => { offset = Number(readFileSync('${offset}', 'utf8')) || 0; }, 50).unref();`,
    'const [now, RealDate] = [Date.now, Date];',
    'Date.now = () => now() + offset;',
    'globalThis.Date = new Proxy(RealDate, { construct: (date, args) => Reflect.construct(date, args.length === 0 ? [Date.now()] : args) });',
  ];
  writeFileSync(module, text.join('\n'));
  return { module: pathToFileURL(module).href, offset };
}

const day = 86_400_000;

test.each([
  ['forward, and back under the next agent', [day, 0]],
  ['back, and forward under the next agent', [-day, day]],
])(
  'the clock jumps %s, and the worker dies at the commits',
  async (_, [first, second]) => {
    const { module, offset } = movableClock();
    const jump = (to: number | undefined) => `echo ${to} > '${offset}'; sleep 0.3`;
    const bench = await makeBench({
      increments: threeIncrements,
      script: {
        '01': { write: { '01.txt': '01\n' }, shell: jump(first) },
        '02': { write: { '02.txt': '02\n' }, shell: jump(second) },
        '03': { write: { '03.txt': '03\n' } },
      },
    });
    cleanUps.push(() => bench.remove());
    await killWorker(bench.stateDir);
    const { exitCode, stderr } = await bench.start([], {
      NODE_OPTIONS: `--import ${module}`,
      RALPH_CRASH_AT: 'staged:1,after-commit:2',
    });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('starting it again');
    expect(await brokenPromises(bench)).toEqual([]);
    // The next test's worker has the machine's clock again.
    await killWorker(bench.stateDir);
  },
  180_000,
);

test('out of file descriptors, the run waits with the reason or a new worker goes on; nothing is cut', async () => {
  const run = await makeGated();
  cleanUps.push(() => run.remove());
  const cli = await run.holdIn('agent');
  const pid = String(await workerPid(run.stateDir));
  execFileSync('prlimit', ['--pid', pid, '--nofile=8:']);
  await run.release('agent');
  const { exitCode, stdout } = await cli.done;
  if (exitCode === 3) {
    expect(stdout).toMatch(/EMFILE|too many open files/);
    const plan = 'docs/exec-plans/active/0001_sample/0001_exec_sample.md';
    expect(parsePlan(await run.repository.read(plan), plan).value.increments).toHaveLength(1);
    // Node itself gives up, sooner or later; where it has not, a person restarts the service with a larger limit.
    await killWorker(run.stateDir);
    expect(await run.ralph(['resume', '0001'])).toMatchObject({ exitCode: 0 });
  } else expect(exitCode).toBe(0);
  expect(await brokenPromises(run)).toEqual([]);
}, 180_000);

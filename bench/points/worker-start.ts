/** (e) From the start of a worker process to its first poll, as its record tells. */
import { readWorkerRecord } from '../../src/service/worker-record.js';
import { isAlive } from '../../test/support/processes.js';
import { waitFor } from '../../test/support/wait-for.js';
import { onStage, repeat, type Point } from '../support/point.js';
import { run, type Stage } from '../support/stage.js';
import { median } from '../support/statistics.js';

async function untilPolling(stage: Stage): Promise<number> {
  const old = await stage.workerPid();
  process.kill(old, 'SIGTERM');
  await waitFor(async () => !(await isAlive(old)), { timeoutMs: 60_000, what: 'the worker to end' });
  const begin = performance.now();
  const { child } = run(process.execPath, [...stage.program('worker'), '--state', stage.state], stage.place);
  for (;;) {
    if ((await readWorkerRecord(stage.paths))?.process.pid === child.pid) return performance.now() - begin;
    if (child.exitCode !== null) throw new Error('The worker ended.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const workerStart: Point = {
  key: 'e',
  title: 'from the start of a worker to its first poll',
  measure: onStage(async (stage, { quick }) => {
    const times = await repeat(quick ? 1 : 7, () => untilPolling(stage));
    return [{ name: 'p50', value: median(times), unit: 'ms', target: 1_500 }];
  }),
};

/** (h) Memory under an agent that floods, and what runs cost that only wait. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runId } from '../../src/workspace/run-id.js';
import { processesOfRun } from '../../test/support/processes.js';
import { onStage, repeat, type Point, type Row } from '../support/point.js';
import { cpuOf, forgetPeak, memoryOf } from '../support/resources.js';
import type { Stage } from '../support/stage.js';

async function flood(stage: Stage, bytes: number): Promise<Row[]> {
  const [worker, server] = [await stage.workerPid(), await stage.serverPid()];
  // What a worker loads at its first run is not the flood's.
  await stage.start(await stage.repository({ increments: 3 }), stage.agent('first').command).done;
  await Promise.all([worker, server].map(forgetPeak));
  const idle = { worker: (await memoryOf(worker)).resident, server: (await memoryOf(server)).resident };
  const repository = await stage.repository({ increments: 1 });
  const agent = stage.agent('flood', `yes "a line that an agent prints again and again" | head -c ${bytes}`);
  await stage.start(repository, agent.command).done;
  const peak = { worker: (await memoryOf(worker)).peak, server: (await memoryOf(server)).peak };
  return [
    { name: 'worker, idle', value: idle.worker, unit: 'MiB' },
    { name: 'worker, peak over idle', value: peak.worker - idle.worker, unit: 'MiB', target: 60 },
    { name: 'server, idle', value: idle.server, unit: 'MiB' },
    { name: 'server, peak over idle', value: peak.server - idle.server, unit: 'MiB' },
  ];
}

/** Over the two minutes of the server's own clean-up, after what the starts have left to do. */
async function waiting(stage: Stage, runs: number, ms: { settle: number; look: number }): Promise<Row[]> {
  const names = await repeat(runs, async (index) => {
    const repository = await stage.repository({ increments: 1, gate: 'false' });
    // 3: it waits for a person.
    await stage.start(repository, stage.agent(`blocked-${index}`).command, ['--max-retries', '0']).done;
    return runId(join(repository.dir, '.git'), repository.planFolder);
  });
  const alive = await repeat(runs, (index) => processesOfRun(names[index] ?? ''));
  const [worker, server] = [await stage.workerPid(), await stage.serverPid()];
  const used = async () => [await cpuOf(worker), await cpuOf(server)] as const;
  await pause(ms.settle);
  const before = await used();
  await pause(ms.look);
  const after = await used();
  const share = (index: 0 | 1) => ((after[index] - before[index]) / ms.look) * 100;
  return [
    { name: `${runs} blocked runs, programs`, value: alive.flat().length, unit: 'programs', target: 0 },
    { name: `${runs} blocked runs, of one core`, value: share(0) + share(1), unit: '%', target: 0.5 },
    { name: '· of that, worker', value: share(0), unit: '%' },
    { name: '· of that, server', value: share(1), unit: '%' },
  ];
}

export const memory: Point = {
  key: 'h',
  title: 'memory, and waiting',
  measure: onStage(async (stage, { quick }) => [
    ...(await flood(stage, quick ? 1e6 : 1e9)),
    ...(await waiting(stage, quick ? 1 : 20, quick ? { settle: 0, look: 500 } : { settle: 60_000, look: 120_000 })),
  ]),
};

/** (i) What an iteration leaves in history, how often it starts git, and the processor time of the services. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectService } from '../../src/service/connection.js';
import { runId } from '../../src/workspace/run-id.js';
import { onStage, type Point } from '../support/point.js';
import { cpuOf } from '../support/resources.js';
import type { Stage } from '../support/stage.js';

interface Counts {
  events: number;
  bytes: number;
  spawns: number;
  /** Processor time of the two services, without the programs that they start; ms. */
  worker: number;
  server: number;
}

async function countsOf(stage: Stage, increments: number): Promise<Counts> {
  const counter = await makeCounter(stage, `spawns-${increments}`);
  const repository = await stage.repository({ increments });
  const [worker, server] = [await stage.workerPid(), await stage.serverPid()];
  const before = { worker: await cpuOf(worker), server: await cpuOf(server) };
  await stage.start(repository, stage.agent(`history-${increments}`).command, [], { PATH: counter.path }).done;
  const run = runId(join(repository.dir, '.git'), repository.planFolder);
  return {
    ...(await historyOf(stage, run)),
    spawns: (await readFile(counter.log, 'utf8')).split('\n').length - 1,
    worker: (await cpuOf(worker)) - before.worker,
    server: (await cpuOf(server)) - before.server,
  };
}

/** Of the last execution in the chain. */
async function historyOf(stage: Stage, run: string): Promise<Pick<Counts, 'events' | 'bytes'>> {
  const service = await connectService({ state: stage.state, say: () => undefined });
  try {
    const { historyLength, historySize } = await service.client.workflow.getHandle(run).describe();
    return { events: historyLength, bytes: historySize ?? 0 };
  } finally {
    await service.connection.close();
  }
}

/** A PATH on which git first writes down what it is called with. */
async function makeCounter(stage: Stage, name: string): Promise<{ path: string; log: string }> {
  const folder = join(stage.state, name);
  const log = join(stage.state, `${name}.log`);
  await mkdir(folder);
  const real = process.env['PATH'] ?? '';
  const program = `#!/bin/bash\nprintf '%s\\n' "\${*//$'\\n'/ }" >>'${log}'\nPATH='${real}' exec git "$@"\n`;
  await writeFile(join(folder, 'git'), program, { mode: 0o755 });
  return { path: `${folder}:${real}`, log };
}

export const history: Point = {
  key: 'i',
  title: 'an iteration in counts',
  measure: onStage(async (stage, { quick }) => {
    await countsOf(stage, 2);
    const [few, many] = quick ? [1, 3] : [5, 25];
    const [before, after] = [await countsOf(stage, few), await countsOf(stage, many)];
    // The difference of two runs leaves out what a run costs once.
    const each = (what: keyof Counts) => (after[what] - before[what]) / (many - few);
    return [
      { name: 'history events', value: each('events'), unit: 'events', target: 45 },
      { name: 'history bytes', value: each('bytes'), unit: 'bytes', target: 8 * 1024 },
      { name: 'git started', value: each('spawns'), unit: 'spawns' },
      { name: 'processor, worker', value: each('worker'), unit: 'ms' },
      { name: 'processor, server', value: each('server'), unit: 'ms' },
    ];
  }),
};

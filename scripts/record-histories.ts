/**
 * `npx tsx scripts/record-histories.ts [name …]`: runs each scenario on a real service and writes the histories that
 * test/histories replays. Record anew only for a release: histories of older versions are what a replay is for.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connectService } from '../src/service/connection.js';
import {
  diligent,
  increment,
  makeBench,
  threeIncrements,
  type Bench,
  type BenchOptions,
} from '../test/faults/bench.js';
import { runOf } from '../test/faults/promises.js';
import { waitFor } from '../test/support/wait-for.js';

interface Scenario {
  options?: BenchOptions;
  play: (bench: Bench) => Promise<unknown>;
}

const wrong = { write: { '01.txt': 'wrong\n' } };
const right = { write: { '01.txt': '01\n' } };
const one = [increment('01')];

const scenarios: Record<string, Scenario> = {
  straight: { play: (bench) => bench.start() },
  fix: { options: { increments: one, script: { '01': [wrong, right] } }, play: (bench) => bench.start() },
  'block-and-resume': {
    options: { increments: one, script: { '01': [wrong, right] }, config: { maxRetries: 0 } },
    play: async (bench) => {
      await bench.start();
      await bench.repository.write('01.txt', '01\n');
      await bench.ralph(['resume', '0001', '--note', 'mended']);
    },
  },
  cancel: {
    options: { increments: one, script: { '01': { ...right, hang: true } } },
    play: async (bench) => {
      const { done } = bench.begin();
      const called = async () => (await bench.agent.calls()).length > 0;
      await waitFor(called, { timeoutMs: 60_000, what: 'the agent' });
      await bench.ralph(['cancel', '0001']);
      await done;
    },
  },
  capped: {
    play: async (bench) => {
      await bench.start(['--max-iterations', '2']);
      await bench.ralph(['resume', '0001', '--max-iterations', '9']);
    },
  },
  'continued-as-new': {
    options: { increments: threeIncrements, script: diligent(threeIncrements) },
    play: (bench) => bench.start([], { RALPH_CONTINUE_AFTER_EVENTS: '5' }),
  },
};

const folder = fileURLToPath(new URL('../test/histories/', import.meta.url));
const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const [name, { options, play }] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bench = await makeBench(options);
  await play(bench);
  const executions = await record(bench, name);
  console.log(`${name}: ${executions} execution(s)`);
  await bench.remove();
}

/** Every execution of the run, the last first: each continue-as-new names its successor. */
async function record(bench: Bench, name: string): Promise<number> {
  const service = await connectService({ state: bench.stateDir, say: () => undefined });
  try {
    const { client } = service;
    const run = runOf(bench);
    let count = 0;
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${run}"` })) {
      const history = await client.workflow.getHandle(run, runId).fetchHistory();
      count += 1;
      const text = JSON.stringify(history, undefined, 1).replaceAll(/"identity":\s*"[^"]*"/g, '"identity": "recorder"');
      await writeFile(`${folder}${name}-${count}.json`, `${text}\n`);
    }
    return count;
  } finally {
    await service.connection.close();
  }
}

/** Recorded runs are replayed on the workflow code as it is: a change that an open run could not survive fails here. */
import { expect, test } from '@jest/globals';
import proto from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { History } = proto.temporal.api.history.v1;
const folder = fileURLToPath(new URL('.', import.meta.url));
const sourceOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Recorded {
  events: Record<string, Record<string, unknown>>[];
}

const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as Recorded;
Runtime.install({ logger: new DefaultLogger('ERROR') });
const bundle = (path: string) =>
  bundleWorkflowCode({ workflowsPath: sourceOf(path), logger: new DefaultLogger('ERROR') });
let bundled: ReturnType<typeof bundle> | undefined;

async function replay(recorded: Recorded, code = (bundled ??= bundle('../../src/workflows/index.ts'))): Promise<void> {
  const history = History.fromObject(recorded);
  await Worker.runReplayHistory({ workflowBundle: await code }, history, 'ralph/recorded/0001_sample');
}

test('the scenarios are there', () => {
  const scenarios = new Set(names.map((name) => name.replace(/-\d+\.json$/, '')));
  expect([...scenarios].sort()).toEqual([
    'block-and-resume',
    'cancel',
    'capped',
    'continued-as-new',
    'fix',
    'straight',
  ]);
});

test.each(names)(
  '%s',
  async (name) => {
    await replay(read(name));
  },
  60_000,
);

test('a history that this code would not make is noticed', async () => {
  const recorded = read('fix-1.json');
  for (const event of recorded.events) {
    const type = event['activityTaskScheduledEventAttributes']?.['activityType'] as { name: string } | undefined;
    if (type?.name === 'implementIncrement') type.name = 'archivePlan';
  }
  await expect(replay(recorded)).rejects.toThrow(/determinism/i);
}, 60_000);

test('a workflow that is changed without care is noticed', async () => {
  await expect(replay(read('straight-1.json'), bundle('changed-workflow.ts'))).rejects.toThrow(/determinism/i);
}, 60_000);

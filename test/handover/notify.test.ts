/** A person's own command is told when a run waits or ends; what goes wrong with it harms nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notice } from '../../src/activities/types.js';
import { readRunFileIfAny } from '../../src/workspace/run-file.js';
import { Scene } from '../loop/scene.js';
import { scene } from '../loop/scenes.js';
import { waitFor } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { useService } from '../support/service.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const plan = planText({
  increments: [
    { id: '01', title: 'Write the word', gates: ['`cat word.txt; grep -q right word.txt`'] },
    { id: '02', title: 'Write more', gates: ['`test -f more.txt`'] },
  ],
});
const script = { '01': { write: { 'word.txt': 'wrong\n' } }, '02': { write: { 'more.txt': 'x\n' } } };

let useless: Promise<void>;

/** Its tries take half a minute, beside the other tests. */
beforeAll(() => {
  useless = uselessCommand();
  useless.catch(() => undefined); // told by the test that waits for it
});

async function uselessCommand(): Promise<void> {
  const increments = [{ id: '02', title: 'More', gates: ['`true`'] }];
  const made = await Scene.open({ plan: planText({ increments }), script });
  const done = await made.start('--no-prd', '--notify', 'echo no such luck; exit 9');
  expect(done.exitCode).toBe(0);
  expect(made.has(made.completedPlan)).toBe(true);
  expect((await made.status()).journal.at(-1)?.text).toBe(
    'Nobody was notified: The notify command failed (exit code 9): no such luck',
  );
  await made.close();
}

/** Fails at its first call; notes what it is told, and whether the checkout is free then. */
async function listener() {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-notify-'));
  folders.push(folder);
  const file = join(folder, 'notify.sh');
  const lines = [
    `cd '${folder}'`,
    'if [ ! -e called ]; then touch called; echo "not yet" >&2; exit 1; fi',
    '[ -e "$OLDPWD/.git/ralph-claim.json" ] && free=false || free=true',
    `printf '{"free":%s,"state":"%s","notice":%s}\\n' "$free" "$RALPH_STATE" "$(cat | tr -d '\\n')" >> told.jsonl`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const told = async () => {
    const text = await readFile(join(folder, 'told.jsonl'), 'utf8').catch(() => '');
    const entries = text.split('\n').filter((line) => line !== '');
    return entries.map((line) => JSON.parse(line) as { free: boolean; state: string; notice: Notice });
  };
  const count = (wanted: number) =>
    waitFor(async () => (await told()).length >= wanted && told(), { timeoutMs: 60_000, what: `notice ${wanted}` });
  return { command: `sh '${file}'`, told, count };
}

test('a run tells that it is blocked, capped and complete, each once, and is free when it says so', async () => {
  const { command, count, told } = await listener();
  const made = await scene({ plan, script });
  const { planFolder } = made.repository;
  const flags = ['--no-prd', '--max-retries', '0', '--max-iterations', '1', '--notify', command];
  expect((await made.start(...flags)).exitCode).toBe(3);
  const [blocked] = await count(1);
  expect(blocked).toMatchObject({
    free: false,
    state: 'blocked',
    notice: {
      plan: planFolder,
      run: made.run,
      checkout: made.repository.dir,
      branch: 'ralph/0001-sample',
      state: 'blocked',
      increment: { id: '01', title: 'Write the word' },
      gate: 'cat word.txt; grep -q right word.txt',
      sentence: 'exit code 1, expected 0',
      tail: 'wrong\n',
    },
  });
  expect(existsSync(blocked?.notice.log ?? '')).toBe(true);
  expect(blocked?.notice.resumeCommand).toContain(`ralph resume ${planFolder}`);

  await made.repository.write('word.txt', 'right\n');
  expect((await made.resume()).exitCode).toBe(4);
  expect((await count(2))[1]?.notice).toMatchObject({ state: 'capped', gate: null });
  expect((await made.resume('--max-iterations', '5')).exitCode).toBe(0);
  const [, , complete] = await count(3);
  expect(complete).toMatchObject({ free: true, notice: { state: 'complete', increment: null, resumeCommand: null } });
  expect(complete?.notice.sentence).toBe('The plan is complete: 2 commits on ralph/0001-sample.');
  expect(await told()).toHaveLength(3);
  expect(await readRunFileIfAny(useService().stateDir, made.run)).toBeUndefined();
}, 240_000);

test('a cancel is told when the checkout is free again', async () => {
  const { command, count } = await listener();
  const made = await scene({ plan, script: { '01': { hang: true } } });
  expect((await made.start('--no-prd', '--notify', command, '--detach')).exitCode).toBe(0);
  await made.untilCalls(1);
  expect((await made.ralph('cancel', '0001')).exitCode).toBe(0);
  const [told] = await count(1);
  expect(told).toMatchObject({ free: true, notice: { state: 'cancelled', resumeCommand: null } });
  expect(await readRunFileIfAny(useService().stateDir, made.run)).toBeUndefined();
}, 120_000);

test('a command that always fails is given up, and the run completes', () => useless, 120_000);

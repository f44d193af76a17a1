/** The machine's ledger of what agents used, and the days it is summed up by. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayOf, endOfDay, startOfDay, zoneOf } from '../../src/agents/zone.js';
import { enterUsage, usageOfDay } from '../../src/workspace/usage-ledger.js';

const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.5, agentMs: 1_000, agents: 1 };
const noon = Date.UTC(2026, 2, 1, 12);

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'ralph-ledger-'));
});
afterEach(() => rm(state, { recursive: true }));

const enter = (key: string, at = noon) => enterUsage(state, { key, at, usage });
const costOf = async (zone: string, now: number) => (await usageOfDay(state, zone, now)).usage.costUsd;

test('a day that nothing was used in has a sum of nothing', async () => {
  expect(await usageOfDay(state, 'UTC', noon)).toEqual({
    of: '2026-03-01',
    until: noon + 12 * 3_600_000,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, agentMs: 0, agents: 0 },
  });
});

test('each start of an agent counts once, however often it is entered', async () => {
  await enter('a/1');
  await enter('a/1');
  await enter('a/2');
  await enter('b/1');
  expect((await usageOfDay(state, 'UTC', noon)).usage).toEqual({
    inputTokens: 30,
    outputTokens: 15,
    costUsd: 1.5,
    agentMs: 3_000,
    agents: 3,
  });
});

test('what a killed worker has torn, and what is no entry, takes nothing with it', async () => {
  await enter('a/1');
  const file = join(state, 'usage/2026-03-01.jsonl');
  await appendFile(file, '{"key":"a/2","at":17723');
  await enter('a/3');
  await appendFile(file, '\n{"key":7}\nnull\n{"key":"x","at":1,"usage":{"costUsd":"much"}}\n');
  expect(await costOf('UTC', noon)).toBe(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a day is one of the zone: of its neighbours in UTC the right hours count', async () => {
  await enter('evening', Date.UTC(2026, 1, 28, 23));
  await enter('noon', noon);
  await enter('late', Date.UTC(2026, 2, 1, 23));
  expect(await costOf('UTC', noon)).toBe(1);
  expect(await costOf('Europe/Vilnius', noon)).toBe(1);
  expect(await costOf('Europe/Vilnius', Date.UTC(2026, 2, 2, 1))).toBe(0.5);
  expect(await costOf('Pacific/Kiritimati', noon)).toBe(1);
  expect((await readdir(join(state, 'usage'))).sort()).toEqual(['2026-02-28.jsonl', '2026-03-01.jsonl']);
});

test('several processes may write at once', async () => {
  const module = fileURLToPath(new URL('../../src/workspace/usage-ledger.ts', import.meta.url));
  const program = `import { enterUsage } from ${JSON.stringify(module)};
    const [state, name] = process.argv.slice(-2);
    const usage = ${JSON.stringify(usage)};
    for (let n = 0; n < 100; n += 1) await enterUsage(state, { key: name + '/' + n, at: ${noon}, usage });`;
  const writers = ['a', 'b', 'c'].map((name) => {
    const options = ['--import', 'tsx', '--input-type=module', '-e', program, state, name];
    return spawn(process.execPath, options, { stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: '' } });
  });
  const ends = await Promise.all(writers.map((writer) => once(writer, 'exit')));
  expect(ends.map(([code]) => code as number)).toEqual([0, 0, 0]);
  expect(await costOf('UTC', noon)).toBe(150);
}, 60_000);

describe('days', () => {
  test.each([
    ['UTC', noon, '2026-03-01', Date.UTC(2026, 2, 2)],
    ['Europe/Vilnius', Date.UTC(2026, 2, 1, 22), '2026-03-02', Date.UTC(2026, 2, 2, 22)],
    // The clocks go forward: this day has 23 hours; back: 25.
    ['Europe/Vilnius', Date.UTC(2026, 2, 28, 22), '2026-03-29', Date.UTC(2026, 2, 29, 21)],
    ['Europe/Vilnius', Date.UTC(2026, 9, 24, 21), '2026-10-25', Date.UTC(2026, 9, 25, 22)],
    // Here midnight itself is left out.
    ['America/Santiago', Date.UTC(2026, 8, 5, 12), '2026-09-05', Date.UTC(2026, 8, 6, 4)],
  ])('in %s end when the next begins', (zone, now, of, until) => {
    expect([dayOf(now, zone), endOfDay(now, zone)]).toEqual([of, until]);
    expect([startOfDay(until, zone), startOfDay(until - 1, zone)]).toEqual([until, startOfDay(now, zone)]);
    expect(endOfDay(startOfDay(now, zone) - 1, zone)).toBe(startOfDay(now, zone));
  });

  test('are those of the person, or of the host', () => {
    const host = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect([{ TZ: 'Europe/Vilnius' }, { TZ: 'Mars/Base' }, { TZ: '' }, {}].map(zoneOf)).toEqual([
      'Europe/Vilnius',
      host,
      host,
      host,
    ]);
  });
});

/** Whatever an agent prints, and however much: the worker's memory stays where it was. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forgetPeak, memoryOf } from '../../bench/support/resources.js';
import { increment, makeBench, workerPid, type Bench } from './bench.js';
import { brokenPromises } from './promises.js';

const floods = [
  { name: 'a gigabyte of lines', print: 'yes "a line that an agent prints again and again" | head -c 1G' },
  { name: 'one endless line', print: "head -c 1G /dev/zero | tr '\\0' x" },
  { name: 'bytes that are no text', print: 'head -c 500M /dev/urandom' },
];
const increments = [increment('01')];
const made: Bench[] = [];

async function run(print: string): Promise<Bench> {
  const script = { '01': { write: { '01.txt': '01\n' }, shell: print } };
  const bench = await makeBench({ increments, script });
  made.push(bench);
  expect(await bench.start()).toMatchObject({ exitCode: 0 });
  return bench;
}

// What a worker loads at its first run is not the flood's.
beforeAll(async () => void (await run('true')), 120_000);

afterAll(async () => {
  for (const bench of made) await bench.remove();
});

test.each(floods)(
  '$name',
  async ({ print }) => {
    const pid = (await workerPid(made[0]?.stateDir ?? '')) ?? 0;
    await forgetPeak(pid);
    const idle = (await memoryOf(pid)).resident;
    const bench = await run(print);
    expect((await memoryOf(pid)).peak - idle).toBeLessThan(60);
    expect(await brokenPromises(bench)).toEqual([]);
  },
  300_000,
);

import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { followFile } from '../../src/process/follow.js';
import { runProgram } from '../../src/process/run-program.js';
import { agent, until, workplace } from './helpers.js';

const { folder, records, spec, remove } = workplace();
afterAll(remove);

function following(name: string, signal = new AbortController().signal) {
  const file = path.join(folder, name);
  const chunks: string[] = [];
  const follower = followFile(file, (text) => void chunks.push(text), { signal });
  const has = (text: string) => until(() => chunks.join('') === text, `"${text}" was read`);
  return { file, chunks, has, follower };
}

it('reads a file that appears later and grows, and the rest when it is stopped', async () => {
  const { file, has, chunks, follower } = following('later');
  writeFileSync(file, 'one\n');
  await has('one\n');
  appendFileSync(file, 'two\n');
  await has('one\ntwo\n');
  appendFileSync(file, 'the rest');
  await follower.stop();
  await follower.stop();
  expect(chunks.join('')).toBe('one\ntwo\nthe rest');
});

it('puts a character together of which the bytes come one by one', async () => {
  const { file, has, chunks, follower } = following('bytes');
  const bytes = Buffer.from('a😀b');
  for (let end = 1; end <= bytes.length; end++) {
    writeFileSync(file, bytes.subarray(0, end));
    if (end < 2) await has('a');
  }
  await has('a😀b');
  appendFileSync(file, Buffer.from([0xf0, 0x9f]));
  await follower.stop();
  expect(chunks.join('')).toBe('a😀b\ufffd');
});

it('begins again when the file is cut short', async () => {
  const { file, has, follower } = following('cut');
  writeFileSync(file, 'long before\n');
  await has('long before\n');
  truncateSync(file);
  writeFileSync(file, 'after\n');
  await has('long before\nafter\n');
  await follower.stop();
});

it('stops at once when it is cancelled', async () => {
  const cancel = new AbortController();
  const { file, has, chunks, follower } = following('cancelled', cancel.signal);
  writeFileSync(file, 'seen');
  await has('seen');
  cancel.abort();
  appendFileSync(file, 'not seen');
  await follower.stop();
  expect(chunks.join('')).toBe('seen');
});

it('ends without a word when the file never appeared', async () => {
  const { follower, chunks } = following('never');
  await follower.stop();
  expect(chunks).toEqual([]);
});

it('tells at the stop what went wrong', async () => {
  writeFileSync(path.join(folder, 'bad'), 'text');
  const failing = () => {
    throw new Error('from the reader');
  };
  const follower = followFile(path.join(folder, 'bad'), failing, { signal: new AbortController().signal });
  await expect(follower.stop()).rejects.toThrow('from the reader');
  await expect(following('.').follower.stop()).rejects.toThrow('EISDIR');
});

it('follows a flood in bounded pieces and bounded memory', async () => {
  const program = spec(agent('endless-line.sh'), ['200']);
  let length = 0;
  let longest = 0;
  let peak = 0;
  const before = process.memoryUsage.rss();
  const onChunk = (text: string) => {
    length += text.length;
    longest = Math.max(longest, text.length);
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const follower = followFile(program.stdoutFile, onChunk, { signal: new AbortController().signal });
  await runProgram(program, { records });
  await follower.stop();
  expect(length).toBe(200 * 2 ** 20);
  expect(longest).toBeLessThanOrEqual(64 * 1024);
  expect(peak - before).toBeLessThan(60 * 2 ** 20);
});

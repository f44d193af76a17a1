import { expect, it } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { manyParts, once, remember } from '../../src/documents/remember.js';

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

it('reads each of the last four texts once', () => {
  const reads: string[] = [];
  const length = remember((text) => ({ length: reads.push(text) }));
  for (const text of ['a', 'b', 'a', 'c', 'd', 'b', 'e', 'e', 'a']) length(text);
  expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
});

it('remembers parts by their length, and a part that is too long for it not at all', () => {
  const reads: string[] = [];
  const length = remember((text) => ({ length: reads.push(text) }), { most: 10, sizeOf: (text) => text.length });
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'bbbb', 'aaaa', 'x'.repeat(11), 'x'.repeat(11)]) length(text);
  expect(reads.map((text) => text[0]).join('')).toBe('abcaxx');
});

it('does not keep the text in memory that a remembered part was cut from', () => {
  const ends = remember((text) => ({ end: text.slice(-20) }), manyParts);
  const before = heapAfterCollection();
  for (let round = 0; round < 100; round += 1) {
    const text = Buffer.alloc(1024 * 1024, `${round} `).toString();
    ends(text.slice(0, 100 + round));
  }
  expect((heapAfterCollection() - before) / 1024 / 1024).toBeLessThan(20);
});

it('works out once what follows from an object', () => {
  let times = 0;
  const double = once(({ size }: { size: number }, by: number) => ((times += 1), size * by));
  const of = { size: 2 };
  expect([double(of, 2), double(of, 2), double({ size: 3 }, 2), times]).toEqual([4, 4, 6, 2]);
});

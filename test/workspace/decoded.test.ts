import { expect, test } from '@jest/globals';
import { decoded, encoded } from '../../src/workspace/decoded.js';

test('a text is that of the bytes as they are now', () => {
  expect(decoded('a', Buffer.from('—1'))).toBe('—1');
  expect(decoded('a', Buffer.from('—2'))).toBe('—2');
  expect(decoded('a', Buffer.from([0xff]))).toBeUndefined();
  expect(decoded('a', Buffer.from('\uFEFFx'))).toBe('\uFEFFx');
});

test('what was written is read as it was, and what no bytes can say as what they say', () => {
  expect(decoded('b', encoded('b', 'é'))).toBe('é');
  expect(decoded('b', encoded('b', 'half: \ud83d'))).toBe('half: \ufffd');
});

test('more files than are remembered are read all the same', () => {
  const files = Array.from({ length: 40 }, (_, index) => `c${index}`);
  for (const file of files) encoded(file, `text of ${file}`);
  expect(files.map((file) => decoded(file, Buffer.from(`text of ${file}`)))).toEqual(files.map((f) => `text of ${f}`));
});

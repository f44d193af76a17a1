import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../src/process/run-program.js';
import { readLastLine, readTail } from '../../src/process/tail.js';
import { agent, workplace } from './helpers.js';

const { folder, records, spec, remove } = workplace();
const file = path.join(folder, 'log');
const given = (content: string | Uint8Array) => (writeFileSync(file, content), file);
afterAll(remove);

describe('readTail', () => {
  it.each([
    ['short\nfile\n', 100, 'short\nfile\n'],
    ['one\ntwo\nthree\n', 10, 'two\nthree\n'],
    ['one\ntwo\nthree\n', 9, 'three\n'],
    ['one\r\ntwo\r\n', 6, 'two\r\n'],
    ['endless line', 4, 'line'],
    ['endless line\n', 5, 'line\n'],
    ['ééé', 3, 'é'],
    ['a😀b', 4, 'b'],
    ['', 10, ''],
  ])('of %j in %i bytes', async (content, maxBytes, tail) => {
    expect(await readTail(given(content), maxBytes)).toBe(tail);
  });

  it('is plain text, whatever was printed', async () => {
    const program = spec(agent('prints-binary.sh'), []);
    await runProgram(program, { records });
    expect(await readTail(program.stdoutFile, 1000)).toBe('before\ufffdred\ufffd\nafter\n');
  });

  it('rejects when there is no such file', async () => {
    await expect(readTail(path.join(folder, 'none'), 10)).rejects.toThrow('ENOENT');
  });
});

describe('readLastLine', () => {
  it.each([
    ['1\n2\n', '2'],
    ['1\n2', '2'],
    ['7 files\n \n\t\r\n\n', '7 files'],
    ['a\r\n 12 b \r\n', '12 b'],
    ['10%\r50%\r100%\n', '100%'],
    ['\u001b[32m4\u001b[0m\n\u001b[0m', '4'],
  ])('of %j', async (content, lastLine) => {
    expect(await readLastLine(given(content))).toEqual({ printed: true, lastLine });
  });

  it.each(['', '\n', ' \t\r\n\n'])('knows that %j is nothing printed', async (content) => {
    expect(await readLastLine(given(content))).toEqual({ printed: false, lastLine: '' });
  });

  it('looks behind any amount of white space', async () => {
    const blank = '\n'.repeat(200_000);
    expect(await readLastLine(given(`x\n3\n${blank}`))).toEqual({ printed: true, lastLine: '3' });
    expect(await readLastLine(given(blank))).toEqual({ printed: false, lastLine: '' });
  });

  it('cuts a long line', async () => {
    expect((await readLastLine(given(`x\n${'y'.repeat(5000)}`))).lastLine).toBe('y'.repeat(4096));
  });

  it('shows that an endless line was cut, so that its rest is not taken for its beginning', async () => {
    const { lastLine } = await readLastLine(given(`${'9'.repeat(100_000)} 42`), 10);
    expect(lastLine).toBe('…999999 42');
  });

  it('does not read a huge file whole', async () => {
    given('');
    truncateSync(file, 2 ** 40); // a hole: takes no space
    const start = performance.now();
    expect((await readLastLine(file)).printed).toBe(true);
    expect(await readTail(file, 100)).toBe('\ufffd');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

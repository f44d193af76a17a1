import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../src/process/run-program.js';
import type { ProcessRecord } from '../../src/process/types.js';
import { agent, workplace } from './helpers.js';

const { folder, records, spec, out, remove } = workplace();
afterAll(remove);

describe('a program that runs', () => {
  it.each([
    ['exit 0', 0],
    ['exit 3', 3],
    ['no-such-command-here', 127],
    ['-x', 127],
  ])('tells the exit code of the command line "%s"', async (command, exitCode) => {
    const result = await runProgram(spec(command, undefined), { records });
    expect(result).toMatchObject({ exitCode, signal: undefined, endedBy: 'itself' });
    expect(result).not.toHaveProperty('spawnError');
  });

  it('tells the signal that a program died by', async () => {
    const result = await runProgram(spec(agent('dies-by-signal.sh'), []), { records });
    expect(result).toMatchObject({ exitCode: undefined, signal: 'SIGKILL', endedBy: 'itself' });
  });

  it('has the given environment and the marker, and nothing else', async () => {
    await runProgram(spec('/usr/bin/env', [], { env: { ONE: 'a=b\nc', TWO: '' }, run: 'ralph/x/1' }), { records });
    expect(out()).toBe('ONE=a=b\nc\nTWO=\nRALPH_RUN=ralph/x/1\n');
  });

  it('reads the input file, or nothing', async () => {
    const stdinFile = path.join(folder, 'prompt');
    writeFileSync(stdinFile, 'the prompt');
    await runProgram(spec('cat', [], { stdinFile }), { records });
    expect(out()).toBe('the prompt');
    expect(await runProgram(spec('cat', []), { records })).toMatchObject({ exitCode: 0 });
    expect(out()).toBe('');
  });

  it('keeps both streams in order when they share a file', async () => {
    const both = { stdoutFile: path.join(folder, 'new/both.log'), stderrFile: path.join(folder, 'new', 'both.log') };
    await runProgram(spec('echo 1; echo 2 >&2; echo 3', undefined, both), { records });
    expect(readFileSync(both.stdoutFile, 'utf8')).toBe('1\n2\n3\n');
  });

  it('has no terminal and leads its own session', async () => {
    const command = '(: < /dev/tty) 2>/dev/null || echo none; ps -o sid= -p $$; echo $$';
    await runProgram(spec(command, undefined), { records });
    const [terminal, session, pid] = out().trim().split(/\s+/);
    expect([terminal, session]).toEqual(['none', pid]);
  });

  it('may cut its own output file without leaving zero bytes in it', async () => {
    await runProgram(spec(agent('truncates-output.sh'), []), { records });
    expect(out()).toBe('second\nthird\n');
  });

  it('has a record exactly while it runs', async () => {
    let written: unknown;
    const onStart = ({ pid }: ProcessRecord) => {
      written = JSON.parse(readFileSync(path.join(records, `${pid}.json`), 'utf8'));
    };
    await runProgram(spec('true', [], { purpose: 'gate 2 of 03', run: 'r' }), { records, onStart });
    expect(written).toMatchObject({ run: 'r', purpose: 'gate 2 of 03', startTime: expect.stringMatching(/^\d+$/) });
    expect(readdirSync(records)).toEqual([]);
  });

  it('reports growth of its output', async () => {
    const sizes: number[] = [];
    const onGrowth = (bytes: number) => void sizes.push(bytes);
    const both = { stdoutFile: path.join(folder, 'both'), stderrFile: path.join(folder, 'both') };
    await runProgram(spec(agent('keeps-talking.sh'), [], { idleMs: 500, ...both }), { records, onGrowth });
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBeLessThanOrEqual(10);
  });
});

describe('a program that cannot be started', () => {
  const text = path.resolve('test/process/helpers.ts');
  it.each([
    [
      'unknown',
      'no-such-program',
      [],
      {},
      /"no-such-program" for a test: there is no program of this name on its PATH/,
    ],
    ['not a file', './no-such-file', [], {}, /the file, or the interpreter/],
    ['not executable', text, [], {}, /permission denied/],
    [
      'without its folder',
      'true',
      [],
      { cwd: '/no/such/folder' },
      /working directory \/no\/such\/folder does not exist/,
    ],
    ['without its input', 'true', [], { stdinFile: '/no/prompt' }, /input file \/no\/prompt does not exist/],
    ['too large', 'true', ['x'.repeat(200_000)], {}, /too large/],
    ['with a zero byte', 'true', ['a\0b'], {}, /null byte/],
    ['without its output', 'true', [], { stdoutFile: '/dev/null/out' }, /'\/dev\/null'/],
  ])('is a result with a sentence: %s', async (_, command, args, more, sentence) => {
    const result = await runProgram(spec(command, args, more), { records });
    expect(result).toMatchObject({
      exitCode: undefined,
      endedBy: 'itself',
      spawnError: expect.stringMatching(sentence),
    });
  });
});

describe('a callback that throws', () => {
  it('ends the program before the error is passed on', async () => {
    let pid = 0;
    const onStart = (record: ProcessRecord) => {
      pid = record.pid;
      throw new Error('from the callback');
    };
    await expect(runProgram(spec('sleep', ['60']), { records, onStart })).rejects.toThrow('from the callback');
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(readdirSync(records)).toEqual([]);
  });
});

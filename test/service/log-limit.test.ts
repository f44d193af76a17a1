import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../support/wait-for.js';

test('a process that goes on logging keeps its log small, and the lines before in another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ralph-log-'));
  const log = join(folder, 'worker.log');
  const program = `
    import { limitOwnLog } from './src/service/log-limit.ts';
    limitOwnLog(${JSON.stringify(log)}, 1_000, 20);
    let line = 0;
    setInterval(() => console.log('line ' + (line += 1)), 1);`;
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', output, 'inherit'],
  });
  try {
    const moved = () => readFileSync(`${log}.1`, 'utf8').includes('line 1\n');
    await waitFor(async () => moved(), { timeoutMs: 30_000, what: 'the first part of the log' });
    const second = await waitFor(async () => /^line (\d+)$/m.exec(readFileSync(log, 'utf8'))?.[1], {
      timeoutMs: 30_000,
      what: 'the lines after it',
    });
    expect(Number(second)).toBeGreaterThan(100);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}, 60_000);

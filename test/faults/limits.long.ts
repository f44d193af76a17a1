/** A disk that is full, a disk that became read-only: the run waits with the reason, and no document is cut. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { increment, makeBench } from './bench.js';
import { brokenPromises } from './promises.js';

const disk = mkdtempSync(join(tmpdir(), 'ralph-disk-'));
const tmpdirBefore = process.env['TMPDIR'];
const mounted = mountSmall();

/** Only root may; elsewhere there is no small disk to be had. */
function mountSmall(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => {
  if (mounted) process.env['TMPDIR'] = disk;
});

afterAll(() => {
  if (tmpdirBefore === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = tmpdirBefore;
  if (mounted) execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const faults = [
  { name: 'a full disk', cause: 'head -c 20M /dev/zero > filler; true', mend: ['rm', '-f', 'filler'] },
  { name: 'a read-only disk', cause: `mount -o remount,ro '${disk}'`, mend: ['mount', '-o', 'remount,rw', disk] },
];
const plan = 'docs/exec-plans/active/0001_sample/0001_exec_sample.md';

if (!mounted) test('a small disk can be mounted by root alone', () => expect(process.getuid?.()).not.toBe(0));
else
  describe.each(faults)('$name', ({ cause, mend }) => {
    test('blocks, and the run goes on when it is mended', async () => {
      const shell = `test -e .git/once || { touch .git/once; ${cause}; }`;
      const script = { '01': { write: { '01.txt': '01\n' }, shell } };
      const bench = await makeBench({ increments: [increment('01')], script });
      const { exitCode, stdout, stderr } = await bench.start(['--json']);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
      const { waiting } = JSON.parse(stdout) as { waiting: { reason: string; message: string } };
      expect(waiting.reason).toMatch(/^(broken|commit-refused)$/);
      expect(waiting.message).toMatch(/space|read-only/i);
      expect(parsePlan(await bench.repository.read(plan), plan).value.increments).toHaveLength(1);
      execFileSync(mend[0] as string, mend.slice(1), { cwd: bench.repository.dir });
      expect(await bench.ralph(['resume', '0001'])).toMatchObject({ exitCode: 0 });
      expect(await brokenPromises(bench)).toEqual([]);
      await bench.remove();
    }, 120_000);
  });

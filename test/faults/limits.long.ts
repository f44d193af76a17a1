/** A disk that is full, a disk that became read-only: the run waits with the reason, and no document is cut. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { TestRepository } from '../support/repository.js';
import { increment, makeBench } from './bench.js';
import { brokenPromises } from './promises.js';

const disk = mkdtempSync(join(tmpdir(), 'ralph-disk-'));
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

afterAll(() => {
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
      const { repository: origin, ...bench } = await makeBench({ increments: [increment('01')], script });
      const repository = new TestRepository(join(disk, basename(origin.dir)), origin.planFolder, origin.planFile);
      await cp(origin.dir, repository.dir, { recursive: true });
      const { exitCode, stdout, stderr } = await bench.start(['--repo', repository.dir, '--json']);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
      const { waiting } = JSON.parse(stdout) as { waiting: { reason: string; message: string } };
      expect(waiting.reason).toMatch(/^(broken|commit-refused)$/);
      expect(waiting.message).toMatch(/space|read-only/i);
      expect(parsePlan(await repository.read(plan), plan).value.increments).toHaveLength(1);
      execFileSync(mend[0] as string, mend.slice(1), { cwd: repository.dir });
      expect(await bench.ralph(['resume', '0001', '--repo', repository.dir])).toMatchObject({ exitCode: 0 });
      expect(await brokenPromises({ repository, stateDir: bench.stateDir })).toEqual([]);
      await repository.remove();
      await bench.remove();
    }, 120_000);
  });

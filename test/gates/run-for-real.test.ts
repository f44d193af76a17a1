import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '../../src/gates/judge.js';
import { readGate } from '../../src/gates/read-gate.js';
import type { Verdict } from '../../src/gates/types.js';

/** In a folder that holds `a` (one line, "alpha") and `b` (two lines). */
function run(item: string): Verdict {
  const gate = readGate(item, (word) => /^(ls|wc|grep|cat|sleep|rm)$/.test(word));
  if (gate.kind !== 'command') throw new Error(`not a command: ${item}`);
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  try {
    writeFileSync(join(folder, 'a'), 'alpha\n');
    writeFileSync(join(folder, 'b'), 'beta\nbeta\n');
    const ran = spawnSync('bash', ['-c', gate.command], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = ran.stdout.split('\n').filter((line) => line.trim() !== '');
    return judge(gate, {
      exitCode: ran.status ?? undefined,
      signal: ran.signal ?? undefined,
      timedOut: false,
      printed: lines.length > 0,
      lastLine: lines.at(-1) ?? '',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['`grep -c gamma a` — returns 0', true],
  ['`grep -r gamma .` — no matches', true],
  ['`grep -r alpha .` — no matches', false],
  ['`grep -q gamma a` — no match', true],
  ['`grep -q alpha a` — no match', false],
  ['`ls | wc -l` — 2; `test ! -d y`', true],
  ['`ls | wc -l` — 2; `test -d y`', false],
  ['`ls | wc -l` — 3; `test ! -d y`', false],
  ['`test -d y`; `ls | wc -l` — 2', false],
  ['`cat a`; `grep gamma a` — no matches; `cat b`', true],
  ['`test -d y` and `grep gamma a` — no matches', false],
  ['`grep -c gamma a` — returns 0; `cat b`', true],
  ['`grep gamma nosuch` — no matches; `cat b`', false],
  ['`test -f a` and `test -f nosuch`', false],
  ['`test -d y` exits 1 and `test -f a`', true],
  ['`test -f a` exits 1 and `test -f a`', false],
  ['`test -d y` exits non-zero; `test -f nosuch` exits 1', true],
  ['`cd / && ls`; `test -d usr`', true],
  ['`sleep 0.1 &` then `ls | wc -l` — 2', true],
  ['`test -f a; test -d y` then `test -f b || true`', false],
  ['`test -f a # there`; `test -d y`', false],
  ['`nosuchprogram | wc -l` — 0; `test -f a`', true],
  ['`nosuchprogram` — at least 0; `test -f a`', false],
  ['`ls | grep -c a; kill -9 $$` — 1', false],
  ['`exit 127` exits non-zero', false],
])('%s: %s', (item, passed) => {
  expect(run(item)).toMatchObject({ passed });
});

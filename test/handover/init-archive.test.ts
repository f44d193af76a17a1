/** A plan's life from `init` to `archive`. */
import { expect, test } from '@jest/globals';
import { scene } from '../loop/scenes.js';

test('what init writes audits clean, runs, and is archived on request', async () => {
  const script = { '01': { write: { 'README.md': '# Sample\n\nSay hello.\n' }, report: { criteria: ['US-001.1'] } } };
  const made = await scene({ script, slug: 'say-hello-a-la-carte' });
  const first = await made.ralph('init', '--title', '  Say "hello" à la carte ');
  expect(first.stderr).toBe('');
  expect(first.stdout).toContain('docs/product-specs/0001_prd_say-hello-a-la-carte.md');
  expect(await made.repository.read(made.repository.planFile)).toContain(
    '# Implementation Plan: Say "hello" à la carte',
  );

  const audit = await made.ralph('audit', '0001', '--json');
  expect(audit.exitCode).toBe(0);
  const { findings } = JSON.parse(audit.stdout) as { findings: { level: string; code: string }[] };
  expect(findings.filter(({ level }) => level !== 'info')).toEqual([]);
  expect(findings.map(({ code }) => code)).toContain('peer-review-missing');

  const early = await made.ralph('archive', '0001');
  expect(early.exitCode).toBe(2);
  expect(early.stderr).toContain('0001_say-hello-a-la-carte is not complete: Increment 01 is pending.');

  expect((await made.start('--no-archive')).exitCode).toBe(0);
  expect(made.has(made.planInWorkspace)).toBe(true);
  const archived = await made.ralph('archive', '0001');
  expect(archived.stderr).toContain('Archived: ');
  expect(archived.exitCode).toBe(0);
  expect(made.has(made.completedPlan)).toBe(true);
  expect(made.has(made.workspace)).toBe(false);
  expect(await made.repository.isClean()).toBe(true);
  expect(await made.agent.calls()).toHaveLength(1);
  expect((await made.repository.log())[0]?.subject).toBe('chore(0001): archive');
  const again = await made.ralph('archive', '0001');
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('is archived already')]);

  const second = await made.ralph('init');
  expect(second.stdout).toContain('docs/exec-plans/active/0002_exec_new-plan.md');
  const taken = await made.ralph('init', '--number', '1');
  expect([taken.exitCode, taken.stderr]).toEqual([2, expect.stringContaining('There is a plan or PRD 1 already.')]);
  expect((await made.ralph('init', '--title', '—')).exitCode).toBe(2);
}, 240_000);

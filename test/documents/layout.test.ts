import { describe, expect, it, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  branchName,
  defaultLayout,
  parsePlanFileName,
  parsePrdFileName,
  planFileName,
  planFolder,
  prdFileName,
  readPlanArgument,
} from '../../src/documents/layout.js';

const name = { number: '0001', slug: 'foo-bar' };

describe('names of files', () => {
  it('reads them and writes them', () => {
    expect(parsePlanFileName('0001_exec_foo-bar.md')).toEqual(name);
    expect(parsePrdFileName('0001_prd_foo-bar.md')).toEqual(name);
    expect(parsePrdFileName('prd-0001-foo-bar.md')).toEqual(name);
    expect(planFileName(name)).toBe('0001_exec_foo-bar.md');
    expect(prdFileName(name)).toBe('0001_prd_foo-bar.md');
    expect(planFolder(name)).toBe('0001_foo-bar');
  });

  test.each([
    '001_exec_a.md',
    '00001_exec_a.md',
    '0001_exec_.md',
    '0001_exec_a.txt',
    'x/0001_exec_a.md',
    '0001_prd_a.md',
    '0001_exec_a/b.md',
    '',
  ])('%j is no plan', (file) => {
    expect(parsePlanFileName(file)).toBeUndefined();
  });
});

describe('branchName', () => {
  test.each([
    ['foo-bar', 'ralph/0001-foo-bar'],
    ['foo..bar~1', 'ralph/0001-foo-bar-1'],
    ['a b:c?*[d\\e^', 'ralph/0001-a-b-c-d-e'],
    ['x.lock', 'ralph/0001-x'],
    ['x.lock.LOCK.', 'ralph/0001-x'],
    ['@{now}', 'ralph/0001-now}'],
    ['über-größe', 'ralph/0001-über-größe'],
    ['...', 'ralph/0001-plan'],
    ['.hidden', 'ralph/0001-.hidden'],
    ['-'.repeat(9), 'ralph/0001-plan'],
    ['漢'.repeat(90), `ralph/0001-${'漢'.repeat(66)}`],
  ])('of %j is %s, and git takes it', (slug, branch) => {
    expect(branchName({ number: '0001', slug })).toBe(branch);
    expect(spawnSync('git', ['check-ref-format', '--branch', branch]).status).toBe(0);
  });
});

describe('readPlanArgument', () => {
  test.each([
    ['0001', { kind: 'number', number: '0001' }],
    [' 12 ', { kind: 'number', number: '0012' }],
    ['0001_foo-bar', { kind: 'folder', ...name }],
    ['0001_foo-bar/', { kind: 'folder', ...name }],
    ['0001_exec_foo-bar', { kind: 'folder', ...name }],
    ['docs/exec-plans/active/0001_foo-bar/', { kind: 'path', path: 'docs/exec-plans/active/0001_foo-bar/' }],
    ['../../x.md', { kind: 'path', path: '../../x.md' }],
    ['0001_exec_foo-bar.md', { kind: 'path', path: '0001_exec_foo-bar.md' }],
  ])('%j', (text, read) => {
    expect(readPlanArgument(text)).toEqual(read);
  });

  test.each(['', '   ', '../../x', '12345', 'foo', '0001-foo', '0001_', '0001_a\0.md', '--help', '..'])(
    '%j is refused',
    (text) => {
      expect(readPlanArgument(text)).toEqual({ kind: 'invalid', reason: expect.stringContaining('0001_slug') });
    },
  );
});

it('knows where documents lie', () => {
  const layout = {
    active: 'docs/exec-plans/active',
    completed: 'docs/exec-plans/completed',
    specs: 'docs/product-specs',
  };
  expect(defaultLayout()).toEqual(layout);
  expect(defaultLayout('harness/docs/').active).toBe('harness/docs/exec-plans/active');
  expect(defaultLayout('.').specs).toBe('product-specs');
});

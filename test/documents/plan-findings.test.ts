import { describe, expect, it } from '@jest/globals';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { brief, fixture, planOf } from './fixtures.js';

it('finds every fault of a plan in one pass, in the order of the file', () => {
  const { findings } = parsePlan(fixture('faults.md'), 'faults.md');
  expect(brief(findings)).toEqual([
    'warning title-missing 1',
    'warning overall-unknown 3',
    'error status-missing 6',
    'error status-duplicate 17',
    'error increment-duplicate 22',
    'error status-contradiction 24',
    'error gate-missing 26',
    'error gate-missing 31',
    'error status-missing 33',
    'warning increment-order 38',
    'error status-unknown 40',
    'warning gate-outside-list 45',
    'error status-needs-person 50',
    'error increment-level 56',
    'error increment-id-missing 60',
    'error status-unknown 62',
    'info milestone-stale 71',
    'warning milestone-unknown-increment 72',
    'warning milestone-empty 73',
    'error milestone-status-cell 74',
    'error milestone-status-cell 75',
    'warning milestone-unknown-increment 75',
    'error fence-unclosed 79',
  ]);
  for (const { file, message, hint } of findings) {
    expect(file).toBe('faults.md');
    expect(message).toMatch(/\.$/);
    expect(hint).toBeTruthy();
  }
});

it.each(['', '\uFEFF', '\n\n', '\u0000\u0001', 'plain words'])('says that %j is no plan', (text) => {
  const codes = parsePlan(text, 'p').findings.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['increments-missing', 'title-missing', 'overall-missing']));
});

describe('a status', () => {
  const statusOf = (body: string) => {
    const { value, findings } = parsePlan(planOf(`${body}\n\nTest gate:\n1. \`a\``), 'p');
    return value.increments[0]?.status ?? brief(findings)[0];
  };

  it.each([
    ['**Status:** pending', 'pending'],
    ['**Status**: Done', 'done'],
    ['__Status__ : done', 'done'],
    ['Status: done', 'done'],
    ['**Status: done**', 'done'],
    ['> **Status:** blocked (no key)', 'blocked'],
    ['- **STATUS:** `in_progress`', 'in-progress'],
    ['* [x] **Status:** done', 'done'],
    ['**Status:** [ ] not started', 'pending'],
    ['**Status:** ✅ "Shipped" in May', 'done'],
    ['**Status:** :rocket: **WIP**', 'in-progress'],
    ['**Status:** ~~pending~~ done', 'done'],
    ['**Status:** <!-- pending or done --> pending', 'pending'],
    ['**Status:**\npending', 'pending'],
    ['**Status:** in\nprogress', 'in-progress'],
    ['**Status:** done (pending manual check)', 'done'],
    ['**Status:** pending\\\nThe rest is prose.', 'pending'],
  ])('%j is %s', (line, status) => {
    expect(statusOf(line)).toBe(status);
  });

  it.each([
    ['', 'error status-missing 6'],
    ['**Status:**', 'error status-missing 8'],
    ['  **Status:** pending', 'error status-missing 6'],
    ['`**Status:** pending`', 'error status-missing 6'],
    ['Scope: all\n\n**Status:** pending', 'error status-missing 6'],
    ['<!--\n**Status:** done\n-->', 'error status-missing 6'],
    ['~~~\n**Status:** done\n~~~', 'error status-missing 6'],
    ['**Status:** not done', 'error status-unknown 8'],
    ['**Status:** done?', 'error status-unknown 8'],
    ['**Status:** done-ish', 'error status-unknown 8'],
    ['**Status:** pending | in-progress | done', 'error status-unknown 8'],
    ['**Status:** ✅', 'error status-missing 8'],
    ['- [x] **Status:** pending', 'error status-contradiction 8'],
    ['**Status:** [ ] done', 'error status-contradiction 8'],
    ['**Status:** deferred', 'error status-needs-person 8'],
    ['**Status:** Parked until June', 'error status-needs-person 8'],
    ['**Status:** superseded by 04', 'error status-needs-person 8'],
    ['**Status:** done\n\n- **Status:** done', 'error status-duplicate 10'],
  ])('%j is a fault', (line, finding) => {
    expect(statusOf(line)).toBe(finding);
  });
});

it('names the line of a status that stands below a label', () => {
  const { findings } = parsePlan(planOf('Scope: all\n\n**Status:** pending\n\nTest gate:\n1. `a`'), 'p');
  expect(findings[0]?.hint).toContain('line 10');
});

it.each([
  ['prd: docs/a.md', 'docs/a.md'],
  ['title: x\nprd: "b c.md"', 'b c.md'],
  ['prd:', undefined],
  ['other: 1', undefined],
])('reads the PRD out of the frontmatter %j', (yaml, path) => {
  const { value, findings } = parsePlan(`---\n${yaml}\n---\n${planOf('**Status:** pending\nTest gate:\n1. `a`')}`, 'p');
  expect(value.prdPath).toBe(path);
  expect(brief(findings)).toEqual([]);
});

it('warns about a path that is no text, and stays upright below deep nesting', () => {
  expect(brief(parsePlan('---\na: 1\nprd: [x\n---\n', 'p').findings)).toContain('warning frontmatter-invalid 3');
  expect(parsePlan(`---\nprd: ${'['.repeat(300_000)}\n---\n`, 'p').value.prdPath).toBeUndefined();
});

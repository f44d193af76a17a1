import { describe, expect, it, test } from '@jest/globals';
import { choreSubject, commitType, incrementSubject } from '../../src/documents/commit-message.js';

describe('commitType', () => {
  test.each([
    ['Fix the parser', 'fix'],
    ['Repairing old links', 'fix'],
    ['`Correct` totals', 'fix'],
    ['Fixture loader', 'feat'],
    ['Correctness tests', 'feat'],
    ['Refactor the store', 'refactor'],
    ['extracted helpers', 'refactor'],
    ['Rename rooms', 'refactor'],
    ['Moving files', 'refactor'],
    ['Restructure docs', 'refactor'],
    ['Simplifies the loop', 'refactor'],
    ['Clean up', 'refactor'],
    ['Clean-up of types', 'refactor'],
    ['Movement tracking', 'feat'],
    ['Remove the old API', 'feat'],
    ['Add a fix', 'feat'],
    ['', 'feat'],
  ])('%j is a %s', (title, type) => {
    expect(commitType(title)).toBe(type);
  });
});

describe('subjects', () => {
  test.each([
    ['Read `--json` # "quoted"', 'feat(0001): increment 01 — Read `--json` # "quoted"'],
    ['設定を読む', 'feat(0001): increment 01 — 設定を読む'],
    ['  Two\n lines\u0000 ', 'feat(0001): increment 01 — Two lines'],
    ['', 'feat(0001): increment 01'],
    ['x'.repeat(300), `feat(0001): increment 01 — ${'x'.repeat(300)}`],
  ])('of %j', (title, subject) => {
    expect(incrementSubject('0001', { id: '01', title })).toBe(subject);
  });

  it('names the chores', () => {
    expect(choreSubject('0007', 'archive')).toBe('chore(0007): archive');
  });
});

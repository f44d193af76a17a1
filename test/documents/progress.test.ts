import { describe, expect, it } from '@jest/globals';
import { appendEntry, hasEntry, learningsOf, parseProgress } from '../../src/documents/progress.js';
import type { ProgressEntry } from '../../src/documents/types.js';

const entry = (iteration: number, more: Partial<ProgressEntry> = {}): ProgressEntry => ({
  iteration,
  increment: '01',
  title: 'Read the settings',
  status: 'done',
  filesChanged: ['src/a.ts', 'test/a.test.ts'],
  testGate: 'passed',
  learnings: ['Ports are strings'],
  commit: 'a'.repeat(40),
  timestamp: '2026-01-02T03:04:05.000Z',
  ...more,
});

describe('appendEntry', () => {
  it('writes the format, field by field', () => {
    expect(appendEntry('', entry(1))).toBe(
      [
        '## Iteration 1',
        '- Increment: 01 — Read the settings',
        '- Status: done',
        '- Files changed: src/a.ts, test/a.test.ts',
        '- Test gate: passed',
        '- Learnings: Ports are strings',
        `- Commit: ${'a'.repeat(40)}`,
        '- Timestamp: 2026-01-02T03:04:05.000Z',
        '',
      ].join('\n'),
    );
  });

  it('says none where there is nothing', () => {
    const text = appendEntry('', entry(1, { filesChanged: [], learnings: [], commit: undefined }));
    expect(text).toContain('- Files changed: none\n');
    expect(text).toContain('- Learnings: none\n');
    expect(text).toContain('- Commit: none\n');
  });

  it('keeps every value on one line', () => {
    const text = appendEntry(
      '',
      entry(1, { learnings: ['a\r\n## Iteration 9\n- Status: done', '\u0007b'], filesChanged: ['x\ny'] }),
    );
    expect(text).toContain('- Learnings: a ## Iteration 9 - Status: done; b\n');
    expect(text).toContain('- Files changed: x y\n');
    expect(parseProgress(text).highest).toBe(1);
  });

  it('writes an iteration once', () => {
    const once = appendEntry('', entry(1));
    expect(appendEntry(once, entry(1, { status: 'blocked' }))).toBe(once);
  });

  it('keeps what is there, parts entries by a blank line and keeps CRLF', () => {
    expect(appendEntry('# Log\n\n\n', entry(1))).toMatch(/^# Log\n\n## Iteration 1\n/);
    expect(appendEntry('# Log', entry(1))).toMatch(/^# Log\n\n## Iteration 1\n/);
    const text = appendEntry('# Log\r\n', entry(1));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(hasEntry(text, 1)).toBe(true);
  });
});

describe('parseProgress', () => {
  it('reads back what was written', () => {
    const text = appendEntry(
      appendEntry('', entry(1)),
      entry(2, { increment: 'RF0-001', status: 'blocked', commit: undefined }),
    );
    expect(parseProgress(text)).toEqual({
      entries: [
        { iteration: 1, increment: '01', title: 'Read the settings', status: 'done', commit: 'a'.repeat(40) },
        { iteration: 2, increment: 'RF0-001', title: 'Read the settings', status: 'blocked', commit: undefined },
      ],
      highest: 2,
    });
  });

  it('reads logs that people wrote', () => {
    const text = [
      'Some words: first',
      '### Iteration 12 (redo)',
      '* **Increment:** 04 - [Ship it]',
      '* **Status**: Done',
      '- Commit: see 0123abc',
      '## Iteration 3',
      'nothing more',
    ].join('\n');
    expect(parseProgress(text)).toEqual({
      entries: [
        { iteration: 12, increment: '04', title: 'Ship it', status: 'done', commit: '0123abc' },
        { iteration: 3, increment: '', title: '', status: '', commit: undefined },
      ],
      highest: 12,
    });
    expect(hasEntry(text, 1)).toBe(false);
  });

  it('finds nothing in an empty log', () => {
    expect(parseProgress('')).toEqual({ entries: [], highest: 0 });
  });
});

describe('learningsOf', () => {
  it('gives those of the last entries that have some, oldest first', () => {
    const texts = [['one'], [], ['two', 'more'], ['three']];
    const log = texts.reduce((text, learnings, index) => appendEntry(text, entry(index + 1, { learnings })), '');
    expect(learningsOf(log, 2)).toEqual(['two; more', 'three']);
    expect(learningsOf(log, 9)).toEqual(['one', 'two; more', 'three']);
    expect(learningsOf(log, 0)).toEqual([]);
  });

  it('folds a list below the label', () => {
    expect(learningsOf('## Iteration 1\n- Learnings:\n  - first\n  - note: second\n- Commit: none\n', 5)).toEqual([
      'first note: second',
    ]);
  });
});

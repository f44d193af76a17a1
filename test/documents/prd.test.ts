import { describe, expect, it } from '@jest/globals';
import { markPrd } from '../../src/documents/mark-prd.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { brief, changedLines, fixture } from './fixtures.js';

const text = fixture('prd.md');

describe('reading a PRD', () => {
  const { value: prd, findings } = parsePrd(text, 'prd.md');

  it('reads stories at any level, and their boxes only', () => {
    expect(prd).toMatchObject({ title: 'Weather station', status: 'approved' });
    expect(prd.stories.map(({ id, title, status, line }) => [id, title, status, line])).toEqual([
      ['US-001', 'Temperature', 'pending', 11],
      ['US-002', 'Humidity', undefined, 33],
      ['PRD-0007.US-04', 'Wind', 'done', 45],
    ]);
    expect(prd.stories.map(({ criteria }) => criteria)).toEqual([
      [
        { text: 'The value is shown (seen on the bench)', checked: true, line: 21 },
        { text: 'The unit is shown, also when the line wraps', checked: false, line: 22 },
        { text: 'Errors are named', checked: false, line: 26 },
      ],
      [
        { text: 'Shown in percent', checked: true, line: 36 },
        { text: 'Never above 100', checked: false, line: 37 },
      ],
      [{ text: 'Shown in knots', checked: false, line: 49 }],
    ]);
  });

  it('tells of status lines that the boxes belie', () => {
    expect(brief(findings)).toEqual(['info story-stale 13', 'info story-stale 47']);
  });

  it('finds every fault in one pass', () => {
    expect(brief(parsePrd(fixture('prd-faults.md'), 'p').findings)).toEqual([
      'warning prd-title-missing 1',
      'warning prd-status-unknown 1',
      'warning story-status-duplicate 6',
      'warning criterion-without-box 11',
      'error story-duplicate 13',
      'warning story-without-criteria 17',
    ]);
    expect(brief(parsePrd('~~~', 'p').findings)).toEqual([
      'error fence-unclosed 1',
      'warning prd-title-missing 1',
      'warning prd-status-missing 1',
      'warning stories-missing 1',
    ]);
  });
});

describe('marking a PRD', () => {
  it('ticks boxes and makes the status lines of all stories say what the boxes say', () => {
    const marked = markPrd(text, { tick: [{ story: 'US-001', position: 2 }], status: 'in-progress' });
    expect(changedLines(text, marked)).toEqual([
      '**Status:** approved → **Status:** in-progress',
      '**Status:** pending → **Status:** in-progress',
      '- [ ] The unit is shown, also when the → - [x] The unit is shown, also when the',
      '**Status:** done → **Status:** pending',
    ]);
    expect(markPrd(marked, { tick: [{ story: 'US-001', position: 2 }], status: 'in-progress' })).toBe(marked);
  });

  it('keeps line endings, a byte order mark and a missing final newline', () => {
    const odd = `\uFEFF${text.trimEnd()}`.replaceAll('\n', '\r\n');
    const marks = { tick: [{ story: 'US-04', position: 1 }], status: 'complete' as const };
    expect(markPrd(odd, marks)).toBe(`\uFEFF${markPrd(text, marks).trimEnd()}`.replaceAll('\n', '\r\n'));
  });

  it('refuses a criterion that is not there', () => {
    expect(() => markPrd(text, { tick: [{ story: 'US-001', position: 4 }] })).toThrow('no criterion US-001.4');
    expect(() => markPrd(text, { tick: [{ story: 'US-009', position: 1 }] })).toThrow('no criterion US-009.1');
  });

  it('leaves a PRD without a status line without one', () => {
    const old = '# PRD: T\n\n### US-001: S\n\n- [ ] a';
    expect(markPrd(old, { tick: [{ story: 'US-001', position: 1 }], status: 'complete' })).toBe(
      '# PRD: T\n\n### US-001: S\n\n- [x] a',
    );
  });
});

import { describe, expect, it, test } from '@jest/globals';
import { audit, incrementText, planFile, planText, prdText, type AuditedTexts } from './audit-fixture.js';

const found = (texts: AuditedTexts, code: string) => audit(texts).findings.filter((finding) => finding.code === code);

describe('order', () => {
  const two = (scope: string, status = 'pending') =>
    planText([
      incrementText({ scope }),
      incrementText({ id: '02', title: 'Say bye', status }),
      incrementText({ id: '03' }),
    ]);

  test.each([
    'Depends on increment 02',
    'This requires Increments 02-03.',
    'Do it after increment 3.',
    'Prerequisite: Increment 2',
  ])('%j is a warning', (scope) => {
    expect(found({ plan: two(scope) }, 'increment-depends-on-later')).toMatchObject([{ level: 'warning', line: 15 }]);
  });

  test.each(['Depends on `increment 02`', 'Depends on increment 01', 'After increment 9', 'Increment 02 needs this'])(
    '%j is fine',
    (scope) => {
      expect(found({ plan: two(scope) }, 'increment-depends-on-later')).toEqual([]);
    },
  );

  it('does not count what is done', () => {
    expect(found({ plan: two('Depends on increment 02', 'done') }, 'increment-depends-on-later')).toEqual([]);
  });
});

describe('primary files', () => {
  const files = (list: string, paths: string[] = []) =>
    found({ plan: planText([incrementText({ files: list })]), paths }, 'primary-file-missing').map(
      ({ message }) => message,
    );

  it('are named when they are not there', () => {
    expect(files('`src/a.ts`, `src/b.ts`', ['src/b.ts'])).toEqual(['Increment 01 names src/a.ts, which is not there.']);
    expect(files('src/a.ts and others')).toHaveLength(1);
  });

  test.each([
    '`src/a.ts` (new)',
    '`src/*.ts`',
    '`src/{a,b}.ts`',
    '`a/b.ts` → `a/c.ts`',
    'none (operational)',
    '`src/a.ts:12`',
    '`handler`',
  ])('%j is not looked for', (list) => {
    expect(files(list)).toEqual([]);
  });

  it('may be made by an increment before', () => {
    const plan = planText([
      incrementText({ files: '`src/a.ts` (new)' }),
      incrementText({ id: '02', files: '`./src/a.ts`' }),
    ]);
    expect(found({ plan }, 'primary-file-missing')).toEqual([]);
  });
});

describe('links', () => {
  const links = (summary: string, paths: string[]) =>
    found({ plan: planText(undefined, summary), paths }, 'link-breaks-after-archival');

  it('that the move breaks are named, with what holds afterwards', () => {
    expect(links('See [it](../../../guide.md#top).', ['docs/guide.md'])).toEqual([
      {
        level: 'warning',
        code: 'link-breaks-after-archival',
        message:
          'The link ../../../guide.md#top holds in docs/exec-plans/active/0001_greeter/ but not in docs/exec-plans/completed/, where archival moves the plan.',
        file: planFile,
        line: 4,
        column: 8,
        hint: 'Link to ../../guide.md, which holds there.',
      },
    ]);
    expect(links('[it]: notes%20a.md', ['docs/exec-plans/active/0001_greeter/notes a.md'])).toHaveLength(1);
  });

  test.each([
    '[a](https://x.org/guide.md)',
    '[a](#part)',
    '[a](/guide.md)',
    '`[a](../../../guide.md)`',
    '[a](nowhere.md)',
    '[a](%E0%A4%A)',
  ])('%j is none of them', (summary) => {
    expect(links(summary, ['docs/guide.md'])).toEqual([]);
  });

  it('that hold in both places are fine', () => {
    expect(links('[a](../../../guide.md)', ['docs/guide.md', 'guide.md'])).toEqual([]);
  });
});

describe('the PRD', () => {
  it('is missed unless a run needs none', () => {
    expect(found({ prd: null }, 'prd-missing')).toMatchObject([
      { level: 'error', hint: expect.stringContaining('--no-prd') },
    ]);
    expect(found({ prd: null, options: { needsPrd: false } }, 'prd-missing')).toEqual([]);
  });

  it('is named when frontmatter points at one that is not there', () => {
    const plan = `---\nprd: docs/x.md\n---\n${planText()}`;
    expect(found({ plan, prd: null }, 'prd-missing')[0]?.message).toContain('docs/x.md');
  });

  test.each([
    ['US-009', 'story US-009'],
    ['US-001 AC 2, 3', 'criterion 3 of story US-001'],
  ])('lacks what %j refers to', (ref, what) => {
    const plan = planText([incrementText({ ref })]);
    expect(found({ plan }, 'prd-reference-unknown')).toMatchObject([
      { level: 'warning', line: 13, message: expect.stringContaining(what) },
    ]);
  });

  it('without boxes or without a status in a story is told', () => {
    expect(found({ prd: prdText.replace(/- \[.*\n/g, '') }, 'story-without-criteria')).toHaveLength(1);
    expect(found({ prd: prdText.replace('**Status:** in-progress\n', '') }, 'story-without-status')).toMatchObject([
      { level: 'info', line: 5 },
    ]);
  });
});

it('says where the peer review is', () => {
  const review = 'docs/exec-plans/active/0001_peer-review.md';
  expect(found({ facts: { peerReview: review } }, 'peer-review-found')).toMatchObject([
    { level: 'info', file: review },
  ]);
});

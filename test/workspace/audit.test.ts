import { describe, expect, it, test } from '@jest/globals';
import { audit, incrementText, planFile, planText, type AuditedTexts, type IncrementText } from './audit-fixture.js';

const one = (increment: IncrementText, more: AuditedTexts = {}): AuditedTexts => ({
  ...more,
  plan: planText([incrementText(increment)]),
});
const codes = (texts: AuditedTexts): string[] => audit(texts).findings.map(({ level, code }) => `${level} ${code}`);

describe('the report', () => {
  it('finds nothing to say about a good plan, but that nobody reviewed it', () => {
    expect(codes({})).toEqual(['info peer-review-missing']);
  });

  it('has the shape that scripts depend on', () => {
    const report = audit(one({ ref: 'US-001 AC 1', gate: '`ls src | wc -l`\n   — at least 4' }));
    expect(JSON.parse(JSON.stringify(report))).toEqual({
      plan: planFile,
      title: 'Greeter',
      status: 'pending',
      increments: [
        {
          id: '01',
          title: 'Say hello',
          status: 'pending',
          line: 11,
          scope: ['Greet by name'],
          primaryFiles: ['`src/hello.ts` (new)'],
          gates: [
            {
              kind: 'command',
              text: '`ls src | wc -l` — at least 4',
              command: 'ls src | wc -l',
              expectation: { kind: 'prints', comparison: '>=', value: 4, orExit: false },
              reading: 'passes when it prints at least 4',
              line: 22,
            },
          ],
          exitCriteria: ['A greeting is printed'],
          prdRefs: [{ story: 'US-001', criteria: [1] }],
        },
      ],
      milestones: [],
      prd: {
        stories: [
          {
            id: 'US-001',
            title: 'Hello',
            status: 'in-progress',
            criteria: [
              { text: 'It greets', checked: false, line: 9 },
              { text: 'It is polite', checked: true, line: 10 },
            ],
          },
        ],
      },
      findings: expect.any(Array),
    });
  });

  it('puts errors first and keeps the order of lines', () => {
    const gates = [
      incrementText({ gate: '`true`' }),
      incrementText({ id: '02', gate: 'Looks right' }),
      incrementText({ id: '03', gate: '`true`' }),
    ];
    const { findings } = audit({ plan: planText(gates) });
    expect(findings.map(({ level }) => level)).toEqual(['error', 'warning', 'warning', 'info']);
    expect(findings[1]?.line).toBeLessThan(findings[2]?.line ?? 0);
  });

  it('says null for what can not be read', () => {
    const report = audit({ ...one({ status: 'perhaps' }), prd: null });
    expect(report).toMatchObject({ prd: null, increments: [{ status: null }] });
  });
});

describe('gates', () => {
  test.each([
    ['`npm test || true`', 'warning gate-cannot-fail'],
    ['`nosuchtool --all`', 'warning gate-unknown-program'],
    ['`test -f docs/exec-plans/active/0001_greeter/notes.md`', 'warning gate-breaks-after-archival'],
    ['`npm test` [gate: quickly]', 'error gate-unknown-suffix'],
    ['`curl -s localhost` returns `{"ok":true}`', 'info gate-unchecked-text'],
    ['The page is fine', 'error gate-all-manual'],
    ['`npm run <name>`', 'warning placeholder'],
    ['TBD: `npm test`', 'warning placeholder'],
  ])('%s: %s', (gate, found) => {
    const { findings } = audit(one({ gate }));
    const finding = findings.find(({ level, code }) => `${level} ${code}` === found);
    expect(finding).toMatchObject({ file: planFile, line: 21, hint: expect.any(String) });
  });

  it('are allowed to be manual when asked', () => {
    expect(codes({ ...one({ gate: 'The page is fine' }), options: { allowManual: true } })).toEqual([
      'info peer-review-missing',
    ]);
  });

  it('warns of a command in prose beside a gate that is run', () => {
    expect(codes(one({ gate: '`npm test`\n2. A person runs `npm start` and looks' }))).toContain(
      'warning gate-looks-like-command',
    );
  });

  it('of increments that are done are not doubted', () => {
    expect(codes(one({ status: 'done', gate: '`npm test || true` TBD' }))).toEqual([
      'info all-done',
      'info peer-review-missing',
    ]);
  });

  it('leave an empty test gate to the parser', () => {
    const plan = planText([incrementText().replace(/Test gate:\n.*\n/, '')]);
    expect(codes({ plan })).toEqual(['error gate-missing', 'info peer-review-missing']);
  });
});

describe('placeholders', () => {
  test.each([
    { title: 'TBD' },
    { scope: 'Greet in <language>' },
    { scope: 'Greet ... somehow' },
    { scope: 'Greet\n   in ??? ways' },
  ])('are found in %j', (increment) => {
    expect(codes(one(increment))).toContain('warning placeholder');
  });

  test.each([
    { scope: 'Return a Promise<string>' },
    { scope: 'Wrap it in `<main>` ...and more' },
    { scope: 'A <br> is a line break' },
    { gate: '`go test ./...`' },
    { gate: '`grep -rn TBD docs` — no matches' },
    { gate: "`grep -q '<title>' page.html`" },
  ])('are not seen in %j', (increment) => {
    expect(codes(one(increment))).not.toContain('warning placeholder');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentError } from '../../src/documents/document-error.js';
import { markPlan } from '../../src/documents/mark-plan.js';
import { parsePlan } from '../../src/documents/parse-plan.js';
import { parsePrd } from '../../src/documents/parse-prd.js';
import { fixture } from './fixtures.js';

const seed = 20240817;
const STATUS =
  /^(?:(?:- \[[ x]\])?[\W_]*(?:Overall )?Status\W|\*\*Current Increment|\| .*M\d|Increments \||.* \| (?:One|Two|Three) \|)/i;

describe('reading', () => {
  it('never throws on arbitrary text, and always says what is wrong with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(parsePlan(text, 'p').findings.length).toBeGreaterThan(0);
        expect(parsePrd(text, 'p').findings.length).toBeGreaterThan(0);
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('never throws on shuffled lines of real shapes', () => {
    const lines = ['traps.md', 'kin.md', 'faults.md', 'prd.md'].flatMap((name) => fixture(name).split('\n'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 60 }), (some) => {
        const text = some.join('\n');
        const { value } = parsePlan(text, 'p');
        for (const { source } of value.increments) expect(text).toContain(source);
        parsePrd(text, 'p');
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('gives every increment a clear status or an error with a line', () => {
    const words = fc.constantFrom(
      '**Status:**',
      'done',
      '(x',
      ')',
      '`',
      '[x]',
      '[ ]',
      'pending',
      '\n',
      '> ',
      '|',
      '✅',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (some) => {
        const { value, findings } = parsePlan(`### Increment 01: A\n${some.join(' ')}\nTest gate: \`a\``, 'p');
        const errors = findings.filter(({ code, line }) => code.startsWith('status-') && (line ?? 0) > 0);
        expect(errors).toHaveLength(value.increments[0]?.status ? 0 : 1);
      }),
      { seed, numRuns: 1000 },
    );
  });
});

describe('marking', () => {
  const status = fc.constantFrom('pending' as const, 'in-progress' as const, 'done' as const, 'blocked' as const);

  it.each(['traps.md', 'kin.md'])('changes status lines, header and cells of %s only, in any sequence', (name) => {
    const eols = fc.constantFrom('\n', '\r\n', '\r');
    const ids = parsePlan(fixture(name), name).value.increments.map(({ id }) => id);
    const marks = fc.array(fc.record({ id: fc.constantFrom(...ids), status }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(marks, eols, fc.boolean(), (sequence, eol, trimmed) => {
        const before = (trimmed ? fixture(name).trimEnd() : fixture(name)).replaceAll('\n', eol);
        let text = before;
        for (const increment of sequence) {
          text = markPlan(text, { increment, current: increment.id });
          expect(markPlan(text, { increment, current: increment.id })).toBe(text);
        }
        expect(otherLines(text, eol)).toEqual(otherLines(before, eol));
        const last = new Map(sequence.map((increment) => [increment.id, increment.status]));
        const after = parsePlan(text, name).value.increments;
        for (const [id, expected] of last)
          expect(after.find((increment) => increment.id === id)?.status).toBe(expected);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('either marks or refuses with a reason, whatever the lines', () => {
    const lines = ['traps.md', 'kin.md', 'faults.md'].flatMap((name) => fixture(name).split('\n'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 50 }), status, (some, wanted) => {
        const text = `### Increment 01: A\n**Status:** pending\n${some.join('\n')}`;
        try {
          const marked = markPlan(text, { increment: { id: '01', status: wanted } });
          expect(parsePlan(marked, 'p').value.increments[0]?.status).toBe(wanted);
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
          expect(['increment-duplicate', 'status-duplicate']).toContain(error.code);
        }
      }),
      { seed, numRuns: 500 },
    );
  });
});

/** Lines that no mark may touch; of the two wrapped values only the first lines are fields. */
function otherLines(text: string, eol: string): string[] {
  const wrapped = ['complete_', "by the station's keeper)"];
  return text.split(eol).filter((line) => !STATUS.test(line) && !wrapped.includes(line));
}

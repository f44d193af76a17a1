import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSections, sectionsOf } from '../../src/documents/progress-sections.js';

it('reads a log entry by entry as it reads the whole', () => {
  const line = fc.constantFrom(
    ...[
      '## Iteration 1',
      '### ITERATION  2 again',
      '##\tIteration 3',
      '## Iteration',
      'Iteration 4',
      '#',
      'iteration 5',
    ],
    ...['text ## Iteration 6', '- Status: done', '  and more', 'Commit: abc', '', '-'],
  );
  const eol = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, eol), { maxLength: 25 }), (lines) => {
      const text = lines.flat().join('');
      expect(sectionsOf(text)).toEqual(readSections(text));
    }),
    { seed: 20240817, numRuns: 3000 },
  );
});

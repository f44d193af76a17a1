import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTextTail } from '../../src/agents/text-tail.js';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

test('It holds the last characters of everything together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(anyText, { maxLength: 20 }), (characters, pieces) => {
      const tail = createTextTail(characters);
      for (const piece of pieces) tail.add(piece);
      expect(tail.read()).toBe(pieces.join('').slice(-characters));
    }),
  );
});

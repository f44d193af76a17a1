import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Nodes, RootContent } from 'mdast';
import { splitBlocks } from '../../src/documents/blocks.js';
import { maskInline } from '../../src/documents/inline-mask.js';
import { scan } from '../../src/documents/scan.js';

const parser = remark().use(remarkGfm);

/** Lines at which remark sees list items, paragraphs and fences at the top of a text. */
function expected(text: string): string[] {
  const blocks = parser.parse(text).children.flatMap((node: RootContent) => {
    if (node.type === 'list') return node.children.map((item) => ({ kind: 'item', node: item }));
    return [{ kind: node.type === 'code' ? 'fence' : 'paragraph', node }];
  });
  return blocks.map(({ kind, node }) => `${kind} ${node.position?.start.line}`);
}

function actual(text: string): string[] {
  const { lines } = scan(text);
  return splitBlocks(lines, 0, lines.length).map(({ kind, line }) => `${kind} ${line + 1}`);
}

describe('blocks agree with CommonMark', () => {
  const item = fc.constantFrom(
    '1. one',
    '2. `two` here',
    '- three',
    '1. ```\n   x\n   ### y\n   ```',
    '3. four\nlazy text',
  );
  const inside = fc.constantFrom(
    '   more',
    '\n   a paragraph',
    '   - nested',
    '   1. nested',
    '   ~~~\n   - x\n   ~~~',
    '',
  );
  const between = fc.constantFrom(
    '',
    '\n',
    '\nA paragraph\n',
    '\n```bash\n1. no\n\n2. no\n```\n',
    '\n~~~~\n```\n~~~~\n',
  );
  const part = fc.tuple(between, item, inside).map((lines) => lines.filter((line) => line !== '').join('\n'));

  it('on lists, paragraphs and fences in any mixture', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.join('\n');
        expect(actual(text)).toEqual(expected(text));
      }),
      { seed: 20240818, numRuns: 300 },
    );
  });
});

it('code spans agree with CommonMark', () => {
  const piece = fc.constantFrom('`', '``', '```', '\\', 'a', ' ', 'b', '\n');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (pieces) => {
      const text = `x${pieces.join('').replace(/\n\s*/g, '\nx')}x`;
      const spans: [number, number][] = [];
      const walk = (node: Nodes) => {
        if (node.type === 'inlineCode') spans.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]);
        if ('children' in node) node.children.forEach(walk);
      };
      walk(parser.parse(text));
      const hidden = [...maskInline(text)]
        .map((char, index) => (char !== text[index] ? index : -1))
        .filter((index) => index >= 0);
      const coded = spans.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index));
      expect(hidden).toEqual(coded.filter((index) => text[index] !== '\n'));
    }),
    { seed: 20240819, numRuns: 500 },
  );
});

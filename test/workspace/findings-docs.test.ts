import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';

const docs = ['findings', 'gates'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('\n');
const sources = ['documents', 'gates', 'workspace'].flatMap((room) =>
  readdirSync(`src/${room}`).map((file) => readFileSync(`src/${room}/${file}`, 'utf8')),
);
/** `code: 'x'` beside a level or a hint, and `add('warning', 'x', …)`. */
const patterns = [/level: '\w+',\s*code: '([\w-]+)'/g, /add\('(?:error|warning|info)', '([\w-]+)'/g];
const codes = new Set(
  sources.flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
);

it('every finding has its line in the docs', () => {
  expect(codes.size).toBeGreaterThan(20);
  expect([...codes].filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
});

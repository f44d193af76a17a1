import { expect, it } from '@jest/globals';
import { carryPrdOver } from '../../src/documents/carry-over.js';

const prd = (...lines: string[]) =>
  `# PRD: T\n\n**Status:** approved\n\n### US-001: A\n\n**Status:** pending\n\n${lines.join('\n')}\n`;
const complete = (text: string, story: string) =>
  text.replace('**Status:** approved', '**Status:** complete').replace('**Status:** pending', `**Status:** ${story}`);

it('carries ticks and remarks over to an unchanged PRD and completes it', () => {
  const ticked = prd('- [x] one (measured)', '- [ ] two');
  const expected = complete(ticked, 'in-progress');
  expect(carryPrdOver(prd('- [ ] one', '- [ ] two'), ticked)).toEqual({ text: expected, warnings: [] });
  expect(carryPrdOver(expected, expected)).toEqual({ text: expected, warnings: [] });
});

it("keeps a person's edits and ticks in the original, and finds moved criteria by their text", () => {
  const original = prd('- [x] zero', '- [ ] two', '- [ ] one', '', 'A new paragraph.');
  const { text, warnings } = carryPrdOver(original, prd('- [ ] zero', '- [x] one', '- [x] two'));
  expect(text).toBe(complete(prd('- [x] zero', '- [x] two', '- [x] one', '', 'A new paragraph.'), 'done'));
  expect(warnings).toEqual([expect.stringContaining('has other text than the PRD')]);
});

it('ticks equal criteria in their order', () => {
  const { text } = carryPrdOver(prd('- [ ] same', '- [ ] same'), prd('- [ ] same', '- [x] same'));
  expect(text).toContain('- [ ] same\n- [x] same\n');
});

it('warns about what finds no place', () => {
  const { text, warnings } = carryPrdOver(
    prd('- [ ] reworded'),
    `${prd('- [x] worded')}\n### US-002: B\n\n- [ ] gone\n`,
  );
  expect(text).toBe(complete(prd('- [ ] reworded'), 'pending'));
  expect(warnings).toEqual([
    expect.stringContaining('US-001.1, "worded", was ticked by the run'),
    expect.stringContaining('US-002.1, "gone", is in the copy of the run'),
    expect.stringContaining('has other text'),
  ]);
});

it('takes the copy whole when the original is what the copy was made of', () => {
  const base = prd('- [ ] one');
  const copy = prd('- [x] one, better worded', 'More.');
  expect(carryPrdOver(base, copy, base)).toEqual({ text: complete(copy, 'done'), warnings: [] });
  const { warnings } = carryPrdOver(prd('- [ ] one', '', 'Edited.'), prd('- [x] one'), base);
  expect(warnings).toEqual([]);
});

it('says when there is no status line to complete', () => {
  const old = '# PRD: T\n\n### US-001: A\n\n- [ ] a\n';
  const { text, warnings } = carryPrdOver(old, old.replace('[ ]', '[x]'));
  expect(text).toBe(old.replace('[ ]', '[x]'));
  expect(warnings).toEqual([expect.stringContaining('no single status line')]);
});

/** The prompt as a template that a person may replace. */
import { describe, expect, it, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BUILT_IN_PROMPT } from '../../src/agents/built-in-prompt.js';
import { buildPrompt, MAX_PROMPT_BYTES } from '../../src/agents/prompt.js';
import { MAX_TEMPLATE_BYTES, renderPrompt, templateProblem } from '../../src/agents/prompt-template.js';
import { PROMPT_VARIABLES } from '../../src/agents/prompt-variables.js';
import { context } from './prompt-context.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/agents.md', import.meta.url)), 'utf8');

describe('a template', () => {
  it('has its variables replaced, also several in a line, with or without spaces', () => {
    const text = 'Do {{id}} ({{ title }}), {{attempt}} of {{maxAttempts}}.\r\n\r\n{{learnings}}\r\n';
    expect(renderPrompt(text, context())).toBe(
      'Do 03 (Dim the lamp), 1 of 4.\n\n## Learned in earlier iterations\n\n1. The bulb flickers below 3 %\n',
    );
  });

  it('loses the line of a variable that has nothing to say, and no other', () => {
    expect(renderPrompt('One\n\n{{failures}}\n\n{{hook}}\n\nTwo {{hook}}!\n\n{{guidance}}', context())).toBe(
      'One\n\nTwo !\n',
    );
  });

  it('is replaced once: a plan that speaks of variables is told as it is', () => {
    const rendered = renderPrompt('{{guidance}}', context({ guidance: ['Write {{gates}} and {{nothing}}, $& too'] }));
    expect(rendered).toContain('1. Write {{gates}} and {{nothing}}, $& too');
  });

  it('of any kind gives a prompt that is bounded, with its own text whole', () => {
    const template = `Begin.\n\n{{increment}}\n\n{{increment}}\n\n${'own words '.repeat(1_900)}\n\nEnd.`;
    const increment = { ...context().increment, source: 'x'.repeat(200_000) };
    const prompt = buildPrompt(context({ increment }), template);
    expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(MAX_PROMPT_BYTES);
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(MAX_PROMPT_BYTES - 1_000);
    expect(prompt.match(/own words /g)).toHaveLength(1_900);
    expect(prompt).toMatch(/^Begin\.[^]*\nEnd\.\n$/);
  });
});

test.each([
  ['nothing', ' \n\t\n', 'It is empty.'],
  ['too much', 'x'.repeat(MAX_TEMPLATE_BYTES + 1), `It has ${MAX_TEMPLATE_BYTES + 1} bytes`],
  ['an unknown variable', 'Hello\n{{gates}} and {{ gate }}', 'Line 2: there is no variable {{ gate }}. Known: id,'],
  ['a name of every object', '{{constructor}}', 'there is no variable {{constructor}}'],
  ['two words', '{{the gates}}', 'there is no variable {{the gates}}'],
])('%s is no template', (_, text, problem) => {
  expect(templateProblem(text)).toContain(problem);
});

test('the built-in prompt is a template that uses every section', () => {
  expect(templateProblem(BUILT_IN_PROMPT)).toBeUndefined();
  for (const name of ['guidance', 'failures', 'hook', 'increment', 'gates', 'stories', 'learnings', 'documents']) {
    expect(BUILT_IN_PROMPT).toContain(`{{${name}}}`);
  }
});

test('every variable is in the docs, and no other', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `{{'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(Object.keys(PROMPT_VARIABLES).toSorted());
});

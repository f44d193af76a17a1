import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutMiddle } from '../../src/agents/cut.js';
import { buildPrompt, MAX_PROMPT_BYTES } from '../../src/agents/prompt.js';
import { readReport } from '../../src/agents/report.js';
import { context } from './prompt-context.js';

const failure = (tail: string) => ({
  gate: 'npm test',
  sentence: 'It exited with 1.',
  tail,
  logFile: 'logs/gate-1.log',
});

describe('the prompt', () => {
  it('holds all that the agent needs', () => {
    const prompt = buildPrompt(context());
    for (const part of [
      'Implement increment 03 — Dim the lamp',
      'docs/plan.md',
      'docs/prd.md',
      'docs/progress.txt',
      '1. Add a dimmer',
      'The lamp dims',
      'src/lamp.ts',
      'npm test',
      'passes when it exits with 0',
      'The light is pleasant',
      '(US-003.1) dims to 5 %',
      'The bulb flickers below 3 %',
      'Do not commit',
      'ralph-report',
    ]) {
      expect(prompt).toContain(part);
    }
    expect(prompt).not.toMatch(/undefined|What failed|git hook refused/);
  });

  it('tells a further attempt what was red, what the person said, and what the hook said', () => {
    const prompt = buildPrompt(
      context({ attempt: 2, failures: [failure('expected 5, got 3')], guidance: ['Use PWM'], hookOutput: 'lint: no' }),
    );
    for (const part of [
      'attempt 2 of 4',
      'It exited with 1.',
      'logs/gate-1.log',
      'expected 5, got 3',
      'Use PWM',
      'lint: no',
    ]) {
      expect(prompt).toContain(part);
    }
  });

  it('leaves out what there is none of', () => {
    const empty = { id: '1', title: 't', source: 's', exitCriteria: [], primaryFiles: [] };
    const prompt = buildPrompt(
      context({ prdFile: undefined, increment: empty, gates: [], stories: [], learnings: [] }),
    );
    expect(prompt).not.toMatch(/PRD \(|The gates\n|still open|Learned in|begin with|done when/);
  });

  it('shows output that holds fences inside one longer fence', () => {
    const prompt = buildPrompt(context({ attempt: 2, failures: [failure('```\n## Your report\n````')] }));
    expect(prompt).toContain('`````\n```\n## Your report\n````\n`````');
  });

  it('is no report when an agent prints it back', () => {
    expect(readReport(buildPrompt(context()))).toEqual({ report: undefined, note: undefined });
  });

  it('cuts the longest parts only, in the middle, and says where all of it is', () => {
    const tail = `START${'x'.repeat(200_000)}FINISH`;
    const prompt = buildPrompt(context({ attempt: 2, failures: [failure(tail)] }));
    expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(MAX_PROMPT_BYTES);
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(MAX_PROMPT_BYTES - 2000);
    for (const part of [
      'START',
      'FINISH',
      'all of it: logs/gate-1.log',
      '1. Add a dimmer',
      'Do not commit',
      'ralph-report',
    ]) {
      expect(prompt).toContain(part);
    }
  });

  it('keeps the newest of too many learnings', () => {
    const prompt = buildPrompt(context({ learnings: Array.from({ length: 100 }, (_, index) => `learned-${index}.`) }));
    expect(prompt).toContain('learned-99.');
    expect(prompt).not.toContain('learned-0.');
  });

  it('stays bounded whatever it is given', () => {
    const long = fc.string({ minLength: 0, maxLength: 40 }).map((text) => text.repeat(4000));
    const some = fc.array(long, { maxLength: 6 });
    fc.assert(
      fc.property(
        long,
        some,
        some,
        some,
        fc.integer({ min: 1, max: 300 }),
        (source, learnings, guidance, tails, copies) => {
          const { increment, gates, stories } = context();
          const prompt = buildPrompt(
            context({
              increment: { ...increment, source, exitCriteria: learnings },
              gates: Array(copies).fill(gates).flat() as typeof gates,
              stories: Array(copies).fill(stories).flat() as typeof stories,
              learnings,
              guidance,
              failures: tails.map(failure),
            }),
          );
          expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(MAX_PROMPT_BYTES);
          expect(prompt).toContain('ralph-report');
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('cutting', () => {
  it('never breaks a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 0, max: 300 }), (text, size) => {
        const cut = cutMiddle(text, size, 'the file');
        expect(cut).not.toContain('\ufffd');
        if (Buffer.byteLength(text) <= size) expect(cut).toBe(text);
        else expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(size, 70));
      }),
    );
  });
});

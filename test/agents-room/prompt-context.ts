import type { PromptContext } from '../../src/agents/types.js';

/** All that an agent may be told, with little in it. */
export const context = (more: Partial<PromptContext> = {}): PromptContext => ({
  plan: { folder: '0007_lamp', title: 'Lamp control', file: 'docs/plan.md' },
  prdFile: 'docs/prd.md',
  progressFile: 'docs/progress.txt',
  increment: {
    id: '03',
    title: 'Dim the lamp',
    source: '### Increment 03: Dim the lamp\n\nScope:\n\n1. Add a dimmer',
    exitCriteria: ['The lamp dims'],
    primaryFiles: ['src/lamp.ts'],
  },
  gates: [
    { kind: 'command', command: 'npm test', reading: 'passes when it exits with 0' },
    { kind: 'manual', text: 'The light is pleasant', reading: 'not machine-checked' },
  ],
  stories: [{ id: 'US-003', title: 'Dimming', openCriteria: [{ ref: 'US-003.1', text: 'dims to 5 %' }] }],
  learnings: ['The bulb flickers below 3 %'],
  attempt: 1,
  maxAttempts: 4,
  failures: [],
  guidance: [],
  ...more,
});

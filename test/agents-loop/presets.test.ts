/** Each agent that is known by name: its own command line in the loop, by a stand-in of that name on PATH. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createParser } from '../../src/agents/parsers/create-parser.js';
import { PRESETS } from '../../src/agents/presets.js';
import { createSummary } from '../../src/agents/summary.js';
import { agentVerdict } from '../../src/agents/verdict.js';
import { samples, type Sample } from './families.js';
import { testRun } from './runs.js';
import { work } from './stand-in.js';

const rows = PRESETS.map((preset) => ({ ...preset, ...(samples[preset.name] as Sample) }));
const docs = await readFile(fileURLToPath(new URL('../../docs/agents.md', import.meta.url)), 'utf8');
let bin: string;
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'ralph-presets-'));
});
afterAll(() => rm(bin, { recursive: true, force: true }));

test.each(rows)(
  '$name does an increment and is understood',
  async ({ name, command, args, env, model, done, usage, family, promptVia }) => {
    const part = { write: work, print: done, lingers: family !== 'text', readsInput: promptVia === 'stdin' };
    const path = `${bin}:${process.env['PATH'] ?? ''}`;
    const run = await testRun({ parts: [part], env: { PATH: path, CLAUDECODE: '1' } });
    const { scene, agent } = run;
    await writeFile(join(bin, command), `#!/bin/sh\nexec ${agent.command} "$@"\n`, { mode: 0o755 });
    const result = await scene.start('--agent', name, '--model', 'm', '--no-prd');
    expect(result).toMatchObject({ exitCode: 0 });

    const [start] = await agent.starts();
    const prompt = join(scene.runFolder, 'iterations/001-01/attempt-1/prompt.md');
    expect(start?.args).toEqual([...args.map((arg) => arg.replace('{promptFile}', prompt)), ...model]);
    expect(start?.env).toMatchObject(env);
    if (name === 'claude') expect(start?.env).not.toHaveProperty('CLAUDECODE');
    expect((start?.promptBytes ?? 0) > 500).toBe(promptVia === 'stdin');
    const { attempts } = await scene.status();
    expect(attempts).toEqual([expect.objectContaining({ outcome: 'finished', usage: expect.objectContaining(usage) })]);
  },
  120_000,
);

test.each(rows)('$name is understood when a limit refuses it', ({ family, refused }) => {
  const parser = createParser(family);
  const summary = createSummary();
  const printed = refused.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  [...parser.push(printed), ...parser.end()].forEach((event) => summary.add(event));
  const verdict = agentVerdict({
    ...{ family, summary: summary.read(), exitCode: 1, signal: undefined, endedBy: 'itself', stderrTail: '' },
    ...{ treeChanged: false, now: Date.now(), zone: 'UTC' },
  });
  expect(verdict).toMatchObject({ kind: 'limited' });
});

describe('the table in the docs', () => {
  test.each(rows)('tells how $name is run, and what it tells', ({ name, command, args, env, modelArgs, usage }) => {
    const cells = docs
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`))
      ?.split('|')
      .map((cell) => cell.trim());
    const line = [command, ...args].join(' ').replace('{promptFile}', 'FILE');
    expect(cells?.[2]).toContain(`\`${line}\``);
    for (const [key, value] of Object.entries(env)) expect(cells?.[2]).toContain(`${key}=${value}`);
    expect(cells?.[3]).toContain(`\`${modelArgs?.[0]}\``);
    expect(cells?.[4] !== '–').toBe(usage.inputTokens > 0);
    expect(cells?.[5] !== '–').toBe(usage.costUsd > 0);
    expect(cells?.[8]).toContain('stand-in in the loop');
  });
});

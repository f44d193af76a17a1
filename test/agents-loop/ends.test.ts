/** How agents end, or don't: the loop goes on by what they said, and by the gates. */
import { describe, expect, test } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../support/processes.js';
import { testRun } from './runs.js';
import { claude, codex } from './says.js';
import { work } from './stand-in.js';

describe('an agent that told its end', () => {
  test('and stays alive is ended after the grace period, and its work counts', async () => {
    const run = await testRun({
      family: 'claude',
      parts: [{ write: work, print: [claude.init, claude.tool, claude.done()], lingers: true }],
    });
    const result = await run.start();
    expect(result).toMatchObject({ exitCode: 0 });
    const starts = await run.agent.starts();
    expect(starts.map(({ attempt }) => attempt)).toEqual([1]);
    expect(await isAlive(starts[0]?.pid ?? 0)).toBe(false);
    expect(await run.scene.status()).toMatchObject({ usage: { inputTokens: 1000, outputTokens: 200, costUsd: 0.25 } });

    const attempt = join(run.scene.runFolder, 'iterations/001-01/attempt-1');
    const events = (await readFile(join(attempt, 'agent.events.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'session',
      'tool',
      'text',
      'usage',
      'end',
    ]);
    for (const name of ['agent.log', 'agent.stderr.log', 'agent.events.jsonl', 'prompt.md']) {
      expect({ name, mode: (await stat(join(attempt, name))).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    }
  }, 120_000);

  test('and waits for the end of its input gets it: codex reads the prompt until then', async () => {
    const run = await testRun({
      family: 'codex',
      parts: [{ write: work, print: [codex.started, codex.change, codex.message('Done.'), codex.done] }],
    });
    expect(await run.start()).toMatchObject({ exitCode: 0 });
    expect((await run.agent.starts())[0]?.promptBytes).toBeGreaterThan(500);
    expect(await run.scene.status()).toMatchObject({ usage: { inputTokens: 500, outputTokens: 50 } });
  }, 120_000);

  test('as an error fails, whatever its exit code', async () => {
    const run = await testRun({
      family: 'claude',
      parts: [
        { print: [claude.init, claude.failed('The editor is broken.')] },
        { write: work, print: [claude.done()] },
      ],
    });
    const result = await run.start();
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stderr).toContain('The editor is broken.');
    expect((await run.agent.starts()).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(await run.scene.progress()).toContain('- Test gate: passed (retry 1)\n');
  }, 120_000);
});

describe('an agent that needs a person', () => {
  test('is not started again when it is not logged in', async () => {
    const run = await testRun({
      family: 'claude',
      parts: [{ print: [claude.init, claude.failed('Invalid API key · Please run /login')], exitCode: 1 }],
    });
    const result = await run.start();
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.stdout).toContain('Please run /login');
    expect(await run.agent.starts()).toHaveLength(1);
    expect(await run.scene.status()).toMatchObject({ waiting: { reason: 'agent-unusable' } });
  }, 120_000);

  test('is not started again when it gave up', async () => {
    const report = '```ralph-report\n{"blocked": "The staging database is gone."}\n```';
    const run = await testRun({
      family: 'claude',
      parts: [{ write: { 'half.txt': 'x\n' }, print: [claude.tool, claude.text(report), claude.done(report)] }],
    });
    const result = await run.start();
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.stdout).toContain('The staging database is gone.');
    expect(await run.agent.starts()).toHaveLength(1);
    expect(await run.scene.status()).toMatchObject({ waiting: { reason: 'agent-gave-up' } });
  }, 120_000);
});

import { describe, expect, it } from '@jest/globals';
import { eventsOf, stream, summaryOf } from './parse.js';

describe('the codex family', () => {
  const item = (stage: string, body: object) => ({ type: `item.${stage}`, item: body });
  const command = { id: 'i1', type: 'command_execution', command: 'make' };

  it('counts an item once and names each changed file', () => {
    const output = stream(
      { type: 'thread.started', thread_id: 't-1' },
      { type: 'turn.started' },
      item('completed', { id: 'i0', type: 'reasoning', text: 'hm' }),
      item('started', command),
      item('updated', command),
      item('completed', command),
      item('completed', { id: 'i2', type: 'file_change', changes: [{ path: 'a.ts', kind: 'add' }, { path: 'b.ts' }] }),
      item('completed', { id: 'i3', type: 'mcp_tool_call', server: 'db', tool: 'query' }),
      item('completed', { id: 'i4', type: 'agent_message', text: 'Done.' }),
      { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 80, output_tokens: 9 } },
    );
    expect(eventsOf('codex', output)).toEqual([
      { type: 'session', id: 't-1' },
      { type: 'tool', name: 'command_execution' },
      { type: 'tool', name: 'file_change', file: 'a.ts' },
      { type: 'tool', name: 'file_change', file: 'b.ts' },
      { type: 'tool', name: 'query' },
      { type: 'text', text: 'Done.\n' },
      { type: 'usage', inputTokens: 100, outputTokens: 9 },
      { type: 'end', ok: true },
    ]);
  });

  it('tells a limit from other failures', () => {
    const message = "You've hit your usage limit. Upgrade, or try again at 3:28 PM.";
    const limited = summaryOf('codex', stream({ type: 'error', message }, { type: 'turn.failed', error: { message } }));
    expect(limited).toMatchObject({ limit: { message }, end: { ok: false, message } });
    const other = summaryOf('codex', stream({ type: 'turn.failed', error: { message: 'no such tool' } }));
    expect(other).toMatchObject({ limit: undefined, errors: ['no such tool'], end: { ok: false } });
  });

  it('goes on after an error that it recovered from', () => {
    const output = stream({ type: 'error', message: 'Reconnecting... 1/5' }, { type: 'turn.completed', usage: {} });
    expect(summaryOf('codex', output).end).toEqual({ ok: true, message: undefined });
  });
});

describe('the flat family', () => {
  const says = (content: string, more: object = {}) => ({ type: 'message', role: 'assistant', content, ...more });

  it('joins Gemini’s pieces and keeps messages apart', () => {
    const output = stream(
      { type: 'init', session_id: 'g-1', model: 'pro' },
      { type: 'message', role: 'user', content: 'the prompt' },
      says('Let me ', { delta: true }),
      says('look.', { delta: true }),
      { type: 'tool_use', tool_name: 'write_file', parameters: { file_path: 'c.ts' } },
      says('```ralph-report', { delta: true }),
      { type: 'result', status: 'success', stats: { input_tokens: 50, output_tokens: 5, total_tokens: 55 } },
    );
    expect(summaryOf('flat', output)).toMatchObject({
      sessionId: 'g-1',
      model: 'pro',
      lastText: 'Let me look.\n```ralph-report',
      files: ['c.ts'],
      usage: { inputTokens: 50, outputTokens: 5 },
      end: { ok: true },
    });
  });

  it('does not take the closing success for one after an error', () => {
    const error = { type: 'error', severity: 'error', message: 'Maximum session turns exceeded' };
    expect(summaryOf('flat', stream(error, { type: 'result', status: 'success' })).end).toEqual({
      ok: false,
      message: 'Maximum session turns exceeded',
    });
    const warning = { ...error, severity: 'warning' };
    expect(summaryOf('flat', stream(warning, { type: 'result', status: 'success' })).end?.ok).toBe(true);
  });

  it('reads goose', () => {
    const part = (id: string, ...content: object[]) => ({
      type: 'message',
      message: { id, role: 'assistant', content },
    });
    const call = { status: 'success', value: { name: 'developer__text_editor', arguments: { path: 'd.py' } } };
    const output = stream(
      part('m1', { type: 'text', text: 'One ' }),
      part('m1', { type: 'text', text: 'message.' }),
      part('m2', { type: 'toolRequest', id: 'x', toolCall: call }),
      { type: 'notification', extension_id: 'developer', log: { message: 'noise' } },
      part('m3', { type: 'text', text: 'Another.' }),
      { type: 'complete', total_tokens: 1234 },
    );
    expect(summaryOf('flat', output)).toMatchObject({
      lastText: 'One message.\nAnother.',
      toolCount: 1,
      files: ['d.py'],
      usage: { inputTokens: 1234, outputTokens: 0 },
      end: { ok: true },
    });
    const failed = stream({ type: 'error', error: 'Server error: 503' }, { type: 'complete', total_tokens: null });
    expect(summaryOf('flat', failed).end).toEqual({ ok: false, message: 'Server error: 503' });
  });
});

describe('the opencode family', () => {
  const step = (reason: string, cost: number) => ({
    type: 'step_finish',
    sessionID: 'ses_1',
    part: { reason, cost, tokens: { input: 10, output: 2, reasoning: 0, cache: { read: 5, write: 1 } } },
  });

  it('adds up its steps and ends at `stop` only', () => {
    const tool = {
      type: 'tool_use',
      sessionID: 'ses_1',
      part: { tool: 'edit', state: { input: { filePath: 'e.go' } } },
    };
    const text = { type: 'text', sessionID: 'ses_1', part: { text: 'Done.' } };
    const begun = stream({ type: 'step_start', sessionID: 'ses_1' }, tool, step('tool-calls', 0.1));
    expect(summaryOf('opencode', begun).end).toBeUndefined();
    expect(summaryOf('opencode', begun + stream(text, step('stop', 0.2)))).toMatchObject({
      sessionId: 'ses_1',
      files: ['e.go'],
      lastText: 'Done.\n',
      usage: { inputTokens: 32, outputTokens: 4 },
      end: { ok: true },
    });
    expect(summaryOf('opencode', begun + stream(step('stop', 0.2))).usage.costUsd).toBeCloseTo(0.3);
  });

  it('knows a limit while the process stays alive', () => {
    const error = { name: 'APIError', data: { message: 'Monthly usage limit reached' } };
    expect(summaryOf('opencode', stream({ type: 'error', error })).limit?.message).toBe('Monthly usage limit reached');
  });
});

describe('the copilot family', () => {
  it.each([
    [0, true],
    [1, false],
  ])('takes the result’s exit code %d for the truth', (exitCode, ok) => {
    const output = stream(
      { type: 'assistant.message', data: { content: 'Working.' } },
      { type: 'tool.execution_start', data: { toolName: 'edit', arguments: { path: 'f.rs' } } },
      { type: 'result', sessionId: 'c-1', exitCode, usage: { premiumRequests: 1 } },
    );
    expect(summaryOf('copilot', output)).toMatchObject({
      sessionId: 'c-1',
      lastText: 'Working.\n',
      files: ['f.rs'],
      end: { ok },
    });
  });
});

describe('the text family', () => {
  it('takes everything for what the agent said, without colours', () => {
    expect(summaryOf('text', '\u001b[32mgreen\u001b[0m\r\nlast').lastText).toBe('green\nlast\n');
  });

  it('understands aider’s line of tokens and cost', () => {
    const output =
      'Tokens: 4.2k sent, 1.1k cache hit, 155 received. Cost: $0.01 message, $0.03 session.\n' +
      'Tokens: 1,200 sent, 2k received.\n';
    expect(summaryOf('text', output).usage).toEqual({ inputTokens: 5400, outputTokens: 2155, costUsd: 0.01 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { eventsOf, stream, summaryOf } from './parse.js';

const init = { type: 'system', subtype: 'init', session_id: 's-1', model: 'opus-x' };
const says = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
  ...more,
});
const uses = (name: string, input: object, more: object = {}) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', name, input }] },
  ...more,
});
const result = (more: object = {}) => ({ type: 'result', subtype: 'success', is_error: false, result: '', ...more });

describe('the claude family', () => {
  it('reads a whole run', () => {
    const output = stream(
      init,
      says('I begin.'),
      uses('Write', { file_path: 'src/a.ts', content: 'x' }),
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'ok' }] } },
      says('All done.'),
      result({
        result: 'All done.',
        total_cost_usd: 0.25,
        usage: { input_tokens: 10, cache_read_input_tokens: 200, cache_creation_input_tokens: 30, output_tokens: 7 },
      }),
    );
    expect(summaryOf('claude', output)).toEqual({
      sessionId: 's-1',
      model: 'opus-x',
      usage: { inputTokens: 240, outputTokens: 7, costUsd: 0.25 },
      toolCount: 1,
      files: ['src/a.ts'],
      lastText: 'I begin.\nAll done.\n',
      errors: [],
      limit: undefined,
      end: { ok: true, message: 'All done.' },
    });
  });

  it('takes the result for the last text when no message held it', () => {
    expect(summaryOf('claude', stream(says('Earlier.'), result({ result: 'Later.' }))).lastText).toBe(
      'Earlier.\nLater.\n',
    );
  });

  it('keeps a sub-agent’s words out and its tools in', () => {
    const child = { parent_tool_use_id: 't-9' };
    const summary = summaryOf(
      'claude',
      stream(says('Mine.'), says('Its own.', child), uses('Edit', { file_path: 'b.ts' }, child)),
    );
    expect(summary).toMatchObject({ lastText: 'Mine.\n', toolCount: 1, files: ['b.ts'] });
  });

  it.each([
    ['an error that exits with 0', { is_error: true, result: 'API Error: 500 {}' }, 'API Error: 500 {}'],
    ['a cap on turns', { subtype: 'error_max_turns', result: undefined }, 'error_max_turns'],
    ['errors in a list', { subtype: 'error_during_execution', result: undefined, errors: ['one', 'two'] }, 'one\ntwo'],
  ])('sees failure in %s', (_name, more, message) => {
    expect(eventsOf('claude', stream(result(more))).at(-1)).toEqual({ type: 'end', ok: false, message });
  });

  it.each([
    ['rejected', { status: 'rejected', resetsAt: 1_790_000_000, rateLimitType: 'five_hour' }, 1_790_000_000_000],
    ['rejected, of unknown length', { status: 'rejected' }, undefined],
  ])('is limited when %s', (_name, info, resetsAt) => {
    const summary = summaryOf('claude', stream({ type: 'rate_limit_event', rate_limit_info: info }));
    expect(summary.limit?.resetsAt).toBe(resetsAt);
    expect(summary.limit?.message).toMatch(/limit is reached/);
  });

  it.each([
    ['allowed', { status: 'allowed' }],
    ['warned', { status: 'allowed_warning', resetsAt: 1_790_000_000 }],
    ['on overage', { status: 'rejected', isUsingOverage: true }],
  ])('is not limited when %s', (_name, info) => {
    expect(eventsOf('claude', stream({ type: 'rate_limit_event', rate_limit_info: info }))).toEqual([]);
  });

  it('counts the usage of messages once each when the result has none', () => {
    const message = (id: string, input: number, output: number) => ({
      type: 'assistant',
      message: { id, content: [], usage: { input_tokens: input, output_tokens: output } },
    });
    const messages = [message('m1', 5, 1), message('m1', 5, 3), message('m2', 7, 2)];
    const expected = { inputTokens: 12, outputTokens: 5, costUsd: 0 };
    expect(summaryOf('claude', stream(...messages)).usage).toEqual(expected);
    expect(summaryOf('claude', stream(...messages, result())).usage).toEqual(expected);
    expect(summaryOf('claude', stream(...messages, result({ usage: { input_tokens: 1 } }))).usage.inputTokens).toBe(1);
  });

  it('reads Cursor’s tool calls and its usage', () => {
    const call = (subtype: string) => ({
      type: 'tool_call',
      subtype,
      tool_call: { writeToolCall: { args: { path: 'docs/x.md' } } },
    });
    const output = stream(call('started'), call('completed'), result({ usage: { inputTokens: 3, outputTokens: 4 } }));
    expect(eventsOf('claude', output)).toEqual([
      { type: 'tool', name: 'write', file: 'docs/x.md' },
      { type: 'usage', inputTokens: 3, outputTokens: 4 },
      { type: 'end', ok: true },
    ]);
  });
});

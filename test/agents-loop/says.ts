/** What agents print, in each family's own shape; own samples. */

export const claude = {
  init: { type: 'system', subtype: 'init', session_id: 's-1', model: 'sample' },
  text: (text: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } }),
  tool: { type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Write', input: { file_path: 'a' } }] } },
  /** In the middle of its work. */
  used: (input: number, output: number) => ({
    type: 'assistant',
    message: {
      id: 'm-1',
      content: [{ type: 'text', text: 'Working.' }],
      usage: { input_tokens: input, output_tokens: output },
    },
  }),
  done: (result = 'Done.', costUsd = 0.25) => ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result,
    total_cost_usd: costUsd,
    usage: { input_tokens: 1000, output_tokens: 200 },
  }),
  failed: (result: string) => ({ type: 'result', subtype: 'success', is_error: true, result }),
  /** @param resetsAt epoch seconds, or `in:6`: so many seconds after it is printed */
  limit: (resetsAt: number | `in:${number}`) => ({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' },
  }),
};

export const codex = {
  started: { type: 'thread.started', thread_id: 't-1' },
  change: { type: 'item.completed', item: { id: 'i-1', type: 'file_change', changes: [{ path: 'a', kind: 'add' }] } },
  message: (text: string) => ({ type: 'item.completed', item: { id: 'i-2', type: 'agent_message', text } }),
  done: { type: 'turn.completed', usage: { input_tokens: 500, cached_input_tokens: 100, output_tokens: 50 } },
};

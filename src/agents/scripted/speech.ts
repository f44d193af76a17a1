/** The scripted agent's words: the JSON lines of a claude-like agent, so that its runs are read as a real one's are. */

/** Ends with a line break. */
const line = (event: object): string => `${JSON.stringify(event)}\n`;

export const opening = (): string =>
  line({ type: 'system', subtype: 'init', session_id: 'scripted', model: 'scripted' });

export const said = (text: string): string =>
  line({ type: 'assistant', message: { content: [{ type: 'text', text }] } });

export const used = (name: string, path: string): string =>
  line({ type: 'assistant', message: { content: [{ type: 'tool_use', name, input: { file_path: path } }] } });

/** @param resetsAt epoch ms */
export const limited = (resetsAt: number): string =>
  line({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: Math.ceil(resetsAt / 1000), rateLimitType: 'scripted' },
  });

export const failed = (result: string): string => line({ type: 'result', subtype: 'error', is_error: true, result });

export function succeeded(
  result: string,
  usage: { inputTokens: number; outputTokens: number; costUsd: number },
): string {
  return line({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result,
    total_cost_usd: usage.costUsd,
    usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
  });
}

/** What the agents that are known by name print when they have done their work, and when a limit refuses it; own samples. */
import { claude, codex } from './says.js';

export interface Sample {
  /** Arguments that `--model m` adds. */
  model: string[];
  done: (string | object)[];
  /** Of `done`, as docs/agents.md says that it is told. */
  usage: { inputTokens: number; outputTokens: number; costUsd: number };
  refused: (string | object)[];
}

const limitText = "You've hit your usage limit.";
const tokens = (inputTokens: number, outputTokens: number, costUsd = 0) => ({ inputTokens, outputTokens, costUsd });
const like = (model: string, usage: object, told: Sample['usage']): Sample => ({
  model: [model, 'm'],
  done: [claude.init, claude.tool, { type: 'result', subtype: 'success', is_error: false, result: 'Done.', usage }],
  usage: told,
  refused: [claude.init, claude.failed(limitText)],
});
const opencodeStep = (reason: string) => ({
  type: 'step_finish',
  sessionID: 's-1',
  part: { reason, cost: 0.25, tokens: { input: 10, output: 2, cache: { read: 4, write: 1 } } },
});

export const samples: Record<string, Sample> = {
  claude: {
    model: ['--model', 'm'],
    done: [claude.init, claude.tool, claude.done('Done.', 0.5)],
    usage: tokens(1000, 200, 0.5),
    refused: [claude.limit(4_000_000_000), claude.failed(limitText)],
  },
  codex: {
    model: ['-m', 'm'],
    done: [codex.started, codex.change, codex.message('Done.'), codex.done],
    usage: tokens(500, 50),
    refused: [codex.started, { type: 'turn.failed', error: { message: limitText } }],
  },
  gemini: {
    model: ['-m', 'm'],
    done: [
      { type: 'init', session_id: 's-1', model: 'm' },
      { type: 'tool_use', tool_name: 'write_file', parameters: { file_path: 'a' } },
      { type: 'result', status: 'success', stats: { input_tokens: 60, output_tokens: 6, total_tokens: 66 } },
    ],
    usage: tokens(60, 6),
    refused: [
      { type: 'error', severity: 'error', message: 'You have exhausted your daily quota on this model.' },
      { type: 'result', status: 'error' },
    ],
  },
  opencode: {
    model: ['-m', 'm'],
    done: [
      { type: 'step_start', sessionID: 's-1' },
      { type: 'tool_use', sessionID: 's-1', part: { tool: 'edit', state: { input: { filePath: 'a' } } } },
      opencodeStep('tool-calls'),
      opencodeStep('stop'),
    ],
    usage: tokens(30, 4, 0.5),
    refused: [{ type: 'error', error: { name: 'APIError', data: { message: 'Monthly usage limit reached' } } }],
  },
  cursor: like('--model', { inputTokens: 7, outputTokens: 3 }, tokens(7, 3)),
  copilot: {
    model: ['--model', 'm'],
    done: [
      { type: 'assistant.message', data: { content: 'Done.' } },
      { type: 'tool.execution_start', data: { toolName: 'edit', arguments: { path: 'a' } } },
      { type: 'result', sessionId: 's-1', exitCode: 0, usage: { premiumRequests: 1 } },
    ],
    usage: tokens(0, 0),
    refused: [
      { type: 'session.error', data: { message: limitText } },
      { type: 'result', exitCode: 1 },
    ],
  },
  amp: like('--mode', { input_tokens: 5, output_tokens: 4 }, tokens(5, 4)),
  qwen: like('--model', { input_tokens: 9, output_tokens: 8 }, tokens(9, 8)),
  goose: {
    model: ['--model', 'm'],
    done: [
      { type: 'message', message: { id: 'm-1', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
      { type: 'complete', input_tokens: 11, output_tokens: 2, total_tokens: 13 },
    ],
    usage: tokens(11, 2),
    refused: [{ type: 'error', error: limitText }, { type: 'complete' }],
  },
  aider: {
    model: ['--model', 'm'],
    done: ['Applied edit to a', 'Tokens: 4.2k sent, 155 received. Cost: $0.01 message, $0.03 session.'],
    usage: tokens(4_200, 155, 0.01),
    refused: [limitText],
  },
};

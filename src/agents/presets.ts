import type { AgentPreset } from './types.js';

/** Stands in a preset's arguments for the path of the file that holds the prompt. */
export const PROMPT_FILE = '{promptFile}';

/** What most agents have in common, and what a configured agent starts from. */
export const BLANK_PRESET: Omit<AgentPreset, 'name' | 'command'> = {
  args: [],
  promptVia: 'stdin',
  modelArgs: undefined,
  env: {},
  unsetEnv: [],
  family: 'text',
  streams: false,
};

/**
 * How each agent is run without a person: it may use its tools unasked, answers in a stream of JSON, and asks nothing.
 * From the agents' own documentation, autumn 2026; flags change, so every field can be overridden in the configuration.
 */
export const PRESETS: readonly AgentPreset[] = [
  {
    ...BLANK_PRESET,
    name: 'claude',
    command: 'claude',
    // Without --verbose, stream-json is refused in print mode.
    args: ['--print', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
    modelArgs: ['--model'],
    // Set inside a session of its own, it makes a second one refuse to start.
    unsetEnv: ['CLAUDECODE'],
    family: 'claude',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'codex',
    command: 'codex',
    args: ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', '-'],
    modelArgs: ['-m'],
    family: 'codex',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'gemini',
    command: 'gemini',
    args: ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--skip-trust'],
    modelArgs: ['-m'],
    family: 'flat',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'opencode',
    command: 'opencode',
    args: ['run', '--format', 'json'],
    modelArgs: ['-m'],
    env: { OPENCODE_PERMISSION: '{"*":"allow"}' },
    family: 'opencode',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'cursor',
    command: 'cursor-agent',
    args: ['-p', '--output-format', 'stream-json', '--force', '--trust'],
    modelArgs: ['--model'],
    family: 'claude',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'copilot',
    command: 'copilot',
    args: ['--output-format', 'json', '--allow-all', '--no-ask-user'],
    modelArgs: ['--model'],
    family: 'copilot',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'amp',
    command: 'amp',
    args: ['--execute', '--stream-json', '--dangerously-allow-all'],
    // It has modes in place of models.
    modelArgs: ['--mode'],
    family: 'claude',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'qwen',
    command: 'qwen',
    args: ['--output-format', 'stream-json', '--approval-mode', 'yolo'],
    modelArgs: ['--model'],
    family: 'claude',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'goose',
    command: 'goose',
    args: ['run', '--no-session', '--output-format', 'stream-json', '--with-builtin', 'developer', '-i', '-'],
    modelArgs: ['--model'],
    env: { GOOSE_MODE: 'auto' },
    family: 'flat',
    streams: true,
  },
  {
    ...BLANK_PRESET,
    name: 'aider',
    command: 'aider',
    args: [
      '--message-file',
      PROMPT_FILE,
      '--yes-always',
      '--no-stream',
      '--no-pretty',
      '--no-auto-commits',
      '--no-dirty-commits',
    ],
    promptVia: 'file-argument',
    modelArgs: ['--model'],
  },
];

import { BLANK_PRESET, PRESETS, PROMPT_FILE } from './presets.js';
import type { AgentPreset, ResolvedAgent } from './types.js';

/** The agent that was asked for can't be run; the message says what to change. */
export class AgentChoiceError extends Error {
  override name = 'AgentChoiceError';
}

/** How a command line of the user's own is treated when no name says whose output it prints. */
const CUSTOM: ResolvedAgent = {
  name: 'custom',
  command: '',
  args: undefined,
  promptVia: 'stdin',
  env: {},
  unsetEnv: [],
  family: 'text',
  streams: false,
};

export interface AgentChoice {
  /** A preset, or an agent of the configuration. */
  name?: string | undefined;
  /** The user's own line for the shell. With a name, its output is read like that agent's; else as plain text. */
  command?: string | undefined;
  model?: string | undefined;
  /** From the configuration, by name: fields that replace a preset's, or a new agent (which needs a `command`). */
  overrides?: Record<string, Partial<Omit<AgentPreset, 'name'>>> | undefined;
}

/** The agent to run. Throws AgentChoiceError when nothing was chosen, the name is unknown, or there is no place for the model. */
export function resolveAgent({ name, command, model, overrides = {} }: AgentChoice): ResolvedAgent {
  if (command !== undefined)
    return ownCommand(command, model, name === undefined ? CUSTOM : resolveAgent({ name, overrides }));
  if (name === undefined) {
    throw new AgentChoiceError(`No agent is chosen. Name one (${names(overrides)}), or give a command of your own.`);
  }
  const { modelArgs, ...preset } = find(name, overrides);
  if (model === undefined) return preset;
  if (modelArgs === undefined) {
    throw new AgentChoiceError(
      `The agent "${name}" has no flag for a model. Leave the model out, or set its modelArgs in the configuration.`,
    );
  }
  return { ...preset, args: [...preset.args, ...modelArgs, model] };
}

/** What to execute: with `args` an executable, without a line for the shell. `promptFile` goes in where the agent takes a file. */
export function commandFor(agent: ResolvedAgent, promptFile: string): { command: string; args?: string[] } {
  const { command, args } = agent;
  return args === undefined
    ? { command }
    : { command, args: args.map((arg) => arg.replaceAll(PROMPT_FILE, promptFile)) };
}

/** The environment of the agent: `base` with the agent's own settings, and without what must not reach it. */
export function environmentFor(agent: ResolvedAgent, base: Record<string, string>): Record<string, string> {
  const unset = new Set(agent.unsetEnv);
  const kept = Object.entries(base).filter(([key]) => !unset.has(key));
  return { ...Object.fromEntries(kept), ...agent.env };
}

function ownCommand(command: string, model: string | undefined, like: ResolvedAgent): ResolvedAgent {
  if (command.trim() === '') throw new AgentChoiceError('The command of the agent is empty. Give a command line.');
  if (model !== undefined) {
    throw new AgentChoiceError('A model can’t be added to a command of your own. Write it into the command line.');
  }
  return { ...like, command, args: undefined, promptVia: 'stdin' };
}

function find(name: string, overrides: NonNullable<AgentChoice['overrides']>): AgentPreset {
  const preset = PRESETS.find((row) => row.name === name);
  const own = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  const command = own?.command ?? preset?.command;
  if (command !== undefined) return { ...(preset ?? BLANK_PRESET), ...own, name, command };
  throw new AgentChoiceError(
    own === undefined
      ? `There is no agent "${name}". Known: ${names(overrides)}. Another program: give it as a command of your own.`
      : `The agent "${name}" of the configuration has no command. Add \`command\` to it.`,
  );
}

function names(overrides: NonNullable<AgentChoice['overrides']>): string {
  return [...new Set([...PRESETS.map((row) => row.name), ...Object.keys(overrides)])].join(', ');
}

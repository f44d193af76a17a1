/** The agent that the person asked for, and whether this machine has it. */
import { AgentChoiceError, resolveAgent } from '../agents/resolve.js';
import type { ResolvedAgent } from '../agents/types.js';
import { UserError } from '../errors.js';
import { calledWord, segmentsOf } from '../gates/shell.js';
import { findProgram } from '../process/program-exists.js';
import { readRunFileIfAny } from '../workspace/run-file.js';
import type { Place } from './place.js';
import { scriptedAgent } from './scripted-agent.js';

/**
 * @param run a start that names no agent goes on with the one that this run has
 * @throws UserError `no-agent`, `agent-missing`, `script`
 */
export async function chooseAgent({ config, env, checkout, state }: Place, run: string): Promise<ResolvedAgent> {
  const { agent: name, agentCommand, script } = config;
  const before = name === undefined && agentCommand === undefined ? await readRunFileIfAny(state, run) : undefined;
  if (before !== undefined) return before.agent;
  if (name === 'scripted' && agentCommand === undefined) return scriptedAgent(script, checkout.top);
  const agent = resolve(config);
  const program = agent.args === undefined ? firstProgram(agent.command) : agent.command;
  const where = { path: env['PATH'] ?? '', cwd: checkout.top };
  if (program !== undefined && (await findProgram(program, where)) === undefined) {
    throw new UserError(
      'agent-missing',
      `The agent's program ${program} is neither on PATH nor a file in ${checkout.top}.`,
      'Install it, correct the command, or choose another agent with --agent or --agent-command.',
    );
  }
  return agent;
}

function resolve({ agent, agentCommand, model, agents }: Place['config']): ResolvedAgent {
  try {
    return resolveAgent({ name: agent, command: agentCommand, model, overrides: agents as never });
  } catch (error) {
    if (!(error instanceof AgentChoiceError)) throw error;
    throw new UserError(
      'no-agent',
      error.message,
      "For example: --agent claude, --agent scripted --script FILE, --agent-command 'node my-agent.mjs', or `agent` in ralph.config.json.",
    );
  }
}

/** `undefined` where only the shell can tell. */
function firstProgram(line: string): string | undefined {
  const word = calledWord(segmentsOf(line)[0]?.text ?? '');
  return word === undefined || /[$`*?]/.test(word) ? undefined : word.replace(/['"\\]/g, '');
}

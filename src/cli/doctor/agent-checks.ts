/** Which agents this machine has. */
import { PRESETS } from '../../agents/presets.js';
import { type Check, ok, warning } from './check.js';
import { onPath } from './machine-checks.js';
import { versionOf } from './version-of.js';

/** One check for each known agent on PATH, or one that says that there is none. @param path value of PATH */
export async function agentChecks(path: string): Promise<Check[]> {
  const checks = await Promise.all(PRESETS.map((preset) => agentCheck(preset, path)));
  const found = checks.filter((check) => check !== undefined);
  if (found.length > 0) return found;
  const names = PRESETS.map(({ name }) => name).join(', ');
  const hint = 'Install one and log in, or give any program by --agent-command; docs/agents.md lists them.';
  return [warning('agents', `None of the known agents is on PATH (${names}).`, hint)];
}

async function agentCheck({ name, command }: { name: string; command: string }, path: string) {
  const program = await onPath(command, path);
  if (program === undefined) return undefined;
  const version = await versionOf(program);
  return version === undefined
    ? warning(`agent-${name}`, `Agent ${name}: ${program} does not answer to --version.`, 'Try it by hand.')
    : ok(`agent-${name}`, `Agent ${name} ${version} (${program})`);
}

/** The agent that ships with the runner and plays a script; see src/scripted-agent.ts. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseScript } from '../agents/scripted/script.js';
import type { ResolvedAgent } from '../agents/types.js';
import { UserError, messageOf } from '../errors.js';
import { nodeArguments } from '../service/own-program.js';

/**
 * @param script path of the script, from `top` when it is relative
 * @throws UserError `script` when there is none or it can't be read, ScriptError for mistakes in it
 */
export async function scriptedAgent(script: string | undefined, top: string): Promise<ResolvedAgent> {
  if (script === undefined) {
    throw new UserError('script', 'The scripted agent has no script.', 'Name a YAML or JSON file with --script.');
  }
  const file = resolve(top, script);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UserError('script', `The script ${file} can't be read: ${messageOf(error)}.`, 'Correct its path.');
  });
  parseScript(text, file);
  return {
    name: 'scripted',
    command: process.execPath,
    args: [...nodeArguments('scripted-agent').map(fromAnyFolder), file],
    promptVia: 'stdin',
    env: {},
    unsetEnv: [],
    family: 'claude',
    streams: true,
  };
}

/** An agent's working directory is the checkout, where Node would not find the loader by its name. */
function fromAnyFolder(argument: string): string {
  return argument === 'tsx' ? pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href : argument;
}

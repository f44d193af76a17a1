import { parseArgs } from 'node:util';
import { stateFolder } from '../paths.js';

/** What the worker program is told: `--state DIR` (the environment's by default) and `--agent-slots N`. Throws on anything else. */
export function workerArguments(args: string[]): { state: string; agentSlots: number | undefined } {
  const { values } = parseArgs({ args, options: { state: { type: 'string' }, 'agent-slots': { type: 'string' } } });
  const slots = values['agent-slots'];
  if (slots !== undefined && !/^[1-9]\d{0,3}$/.test(slots)) {
    throw new TypeError(`--agent-slots ${slots}: a number from 1 to 9999 is needed.`);
  }
  return { state: values.state ?? stateFolder(), agentSlots: slots === undefined ? undefined : Number(slots) };
}

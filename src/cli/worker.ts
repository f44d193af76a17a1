/** `worker`: a worker in the foreground, for service managers and containers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeArguments, packageRoot } from '../service/own-program.js';
import { exitCodes, type ExitCode } from './exit-codes.js';

/** A process of its own: the command line itself never loads the worker's native parts. */
export async function worker({ agentSlots }: { agentSlots?: number }): Promise<ExitCode> {
  const slots = agentSlots === undefined ? [] : ['--agent-slots', String(agentSlots)];
  const child = spawn(process.execPath, [...nodeArguments('worker'), ...slots], { cwd: packageRoot, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass);
  process.on('SIGINT', () => undefined);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? exitCodes.complete : exitCodes.failed;
}

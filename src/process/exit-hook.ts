import { sendSignal } from './end-processes.js';

const supervised = new Set<number>();
let installed = false;

/**
 * Has a program's group killed when this process exits while the program runs: a `detached` child outlives its
 * parent otherwise. No hook runs when this process is killed; then the program's record leads `reapRun` to it.
 */
export function killOnExit(leader: number): void {
  if (!installed) process.on('exit', killSupervised);
  installed = true;
  supervised.add(leader);
}

/** The program ended; what it left running on purpose may outlive this process, as the next one needs it. */
export function forgetOnExit(leader: number): void {
  supervised.delete(leader);
}

/** Only KILL: nothing can wait for a grace time in an exit handler. */
function killSupervised(): void {
  for (const leader of supervised) sendSignal(-leader, 'SIGKILL');
}

import { launchHere, type Exit, type LaunchOutcome, type LaunchRequest } from './launch-here.js';

/** Of the programs that this process has started and that nobody has asked about, by pid. */
const exits = new Map<number, Promise<Exit>>();

/** What a fork server does for `launch`. */
export const launchOperations = {
  launch: async (request: LaunchRequest): Promise<LaunchOutcome> => {
    const outcome = await launchHere(request);
    if ('problem' in outcome) return outcome;
    exits.set(outcome.record.pid, outcome.exit);
    return { record: outcome.record };
  },
  exit: async (pid: number): Promise<Exit> => {
    const exit = exits.get(pid);
    exits.delete(pid);
    return exit ?? { exitCode: undefined, signal: undefined };
  },
};

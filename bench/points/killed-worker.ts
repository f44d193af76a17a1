/** (f) From the kill of a worker under an agent to the begin of the agent that repeats the attempt. */
import { waitFor } from '../../test/support/wait-for.js';
import { readAgentLog } from '../support/agent-log.js';
import { onStage, repeat, type Point } from '../support/point.js';
import type { Stage } from '../support/stage.js';
import { median } from '../support/statistics.js';

const heartbeatMs = 5_000;

async function untilNextAttempt(stage: Stage, name: string): Promise<number> {
  const config = { heartbeatTimeout: heartbeatMs, grace: '1s' };
  const repository = await stage.repository({ increments: 1, config });
  // The first agent would work for ever.
  const agent = stage.agent(name, '[ -e .git/second ] || { touch .git/second; sleep 600; }');
  const command = stage.start(repository, agent.command);
  const lives = (count: number) => async () => (await readAgentLog(agent.log)).length >= count;
  await waitFor(lives(1), { timeoutMs: 60_000, what: 'an agent' });
  const killed = Date.now();
  process.kill(await stage.workerPid(), 'SIGKILL');
  await command.done;
  const second = (await readAgentLog(agent.log))[1];
  if (second === undefined) throw new Error('The attempt was not repeated.');
  return second.begin - killed;
}

export const killedWorker: Point = {
  key: 'f',
  title: `from kill -9 of the worker to the next attempt, heartbeat time-out ${heartbeatMs} ms`,
  measure: onStage(async (stage, { quick }) => {
    const times = await repeat(quick ? 1 : 3, (index) => untilNextAttempt(stage, String(index)));
    return [{ name: 'p50', value: median(times), unit: 'ms', target: heartbeatMs + 5_000 }];
  }),
};

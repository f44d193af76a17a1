/** Scenes of one or two increments with a stand-in as their agent. */
import { afterEach } from '@jest/globals';
import type { Scene } from '../loop/scene.js';
import { scene } from '../loop/scenes.js';
import type { CliResult } from '../support/cli.js';
import { planText } from '../support/plan.js';
import { standIn, type Part, type StandIn } from './stand-in.js';

const standIns: StandIn[] = [];
afterEach(async () => {
  await Promise.all(standIns.splice(0).map((agent) => agent.remove()));
});

/** Short times for all that a run waits for. */
const waits = { resultGrace: '400ms', limitMargin: '100ms', backOff: '200ms', grace: '500ms' };

export interface RunOptions {
  /** Whose output the stand-in's is read like; plain text without it. */
  family?: string;
  parts: Part[];
  increments?: string[];
  /** Command of every increment, in place of the look at its file. */
  gate?: string;
  config?: Record<string, unknown>;
  /** Committed beside the plan. */
  files?: Record<string, string>;
  env?: Record<string, string>;
}

export interface TestRun {
  scene: Scene;
  agent: StandIn;
  start(...flags: string[]): Promise<CliResult>;
}

/** Each increment `01` asks for a file `01.txt` that holds its id. */
export async function testRun({
  family,
  parts,
  increments = ['01'],
  gate,
  config,
  files,
  env,
}: RunOptions): Promise<TestRun> {
  const agent = await standIn(...parts);
  standIns.push(agent);
  const plan = planText({
    increments: increments.map((id) => ({
      id,
      title: `Make ${id}`,
      gates: [`\`${gate ?? `grep -q ${id} ${id}.txt`}\``],
      primaryFiles: [`\`${id}.txt\` (new)`],
    })),
  });
  const made = await scene({
    plan,
    config: { ...waits, ...config },
    ...(files === undefined ? {} : { files }),
    ...(env === undefined ? {} : { env }),
  });
  const named = family === undefined ? [] : ['--agent', family];
  return {
    scene: made,
    agent,
    start: (...flags) => made.start(...named, '--agent-command', agent.command, '--no-prd', ...flags),
  };
}

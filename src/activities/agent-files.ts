/** The files of one agent run, in its attempt's folder. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exists } from '../workspace/document-file.js';

export interface AgentFiles {
  prompt: string;
  /** Standard output as it came. */
  log: string;
  stderr: string;
  /** Its events as JSON lines, whatever the agent. */
  events: string;
  /** That it was started, and what it used. */
  record: string;
}

/** Readable by their owner alone: what an agent prints may hold secrets. */
const mode = 0o600;

/**
 * Makes the files anew. An attempt that is repeated (a limit, a worker that was killed) keeps what the agents before
 * printed, as `agent.1.log` and so on.
 */
export async function makeAgentFiles(folder: string, prompt: string): Promise<AgentFiles> {
  const files = {
    prompt: join(folder, 'prompt.md'),
    log: join(folder, 'agent.log'),
    stderr: join(folder, 'agent.stderr.log'),
    events: join(folder, 'agent.events.jsonl'),
    record: join(folder, 'agent.start.json'),
  };
  await keepEarlier(folder);
  writeFileSync(files.prompt, prompt, { mode });
  for (const file of [files.log, files.stderr, files.events]) writeFileSync(file, '', { mode });
  return files;
}

async function keepEarlier(folder: string): Promise<void> {
  if (!(await exists(join(folder, 'agent.log')))) return;
  let number = 1;
  while (await exists(join(folder, `agent.${number}.log`))) number += 1;
  for (const ending of ['stderr.log', 'events.jsonl', 'start.json', 'log']) {
    const file = join(folder, `agent.${ending}`);
    if (await exists(file)) renameSync(file, join(folder, `agent.${number}.${ending}`));
  }
}

/** What an attempt printed, file by file, in the order in which a person reads it. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attempt } from './attempts.js';

export interface PrintedFile {
  file: string;
  /** "agent", "gate 2: npm test" */
  title: string;
  /** `events`: JSON lines of what the agent did. `report`: a gate's page, of which the verdict counts. */
  kind: 'text' | 'events' | 'report';
}

/** @param raw the agent's own stream instead of its events */
export async function printedFiles({ path, gates }: Attempt, raw: boolean): Promise<PrintedFile[]> {
  const names = new Set(await readdir(path));
  const at = (name: string, title: string, kind: PrintedFile['kind'] = 'text'): PrintedFile[] =>
    names.has(name) ? [{ file: join(path, name), title, kind }] : [];
  const events = !raw && ((await isFilled(join(path, 'agent.events.jsonl'))) || (await isUnderWay(path)));
  return [
    ...(events ? at('agent.events.jsonl', 'agent', 'events') : at('agent.log', 'agent')),
    ...at('agent.stderr.log', 'agent, standard error'),
    ...gates.flatMap((command, index) => {
      const name = `gate-${String(index + 1).padStart(2, '0')}`;
      const title = `gate ${index + 1}: ${command.replace(/\s+/g, ' ').slice(0, 120)}`;
      return [
        ...at(`${name}.stdout.log`, title),
        ...at(`${name}.stderr.log`, `gate ${index + 1}, standard error`),
        ...at(`${name}.log`, `gate ${index + 1}, verdict`, 'report'),
      ];
    }),
    ...at('commit.log', 'commit hook'),
  ];
}

/**
 * What an agent prints is read as events a moment later. Only of one that has ended it is known that there are none, and
 * that its own stream is all there is to show.
 */
async function isUnderWay(path: string): Promise<boolean> {
  try {
    const record = JSON.parse(await readFile(join(path, 'agent.start.json'), 'utf8')) as { usage?: unknown };
    return record.usage === undefined;
  } catch {
    return false;
  }
}

async function isFilled(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

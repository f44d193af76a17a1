/** Agents that speak as a family does, one part per start, for runs on the real loop. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What one start does, in this order. `%` in names and texts of files is the increment's id. */
export interface Part {
  /** Whether it reads its input to the end first; it does unless false. */
  readsInput?: boolean;
  write?: Record<string, string>;
  /** Objects are printed as JSON, one a line. */
  print?: (string | object)[];
  printError?: string[];
  /** Stay alive after all that. */
  lingers?: boolean;
  exitCode?: number;
}

export interface Start {
  increment: string;
  attempt: number;
  promptBytes: number;
  pid: number;
  args: string[];
  env: Record<string, string>;
}

export interface StandIn {
  /** For `--agent-command`. */
  command: string;
  starts(): Promise<Start[]>;
  remove(): Promise<void>;
}

export async function standIn(...parts: Part[]): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-stand-in-'));
  await writeFile(join(folder, 'parts.json'), JSON.stringify(parts));
  const program = fileURLToPath(new URL('stand-in-program.mjs', import.meta.url));
  return {
    command: `node '${program}' '${folder}'`,
    starts: async () => {
      const text = await readFile(join(folder, 'calls.jsonl'), 'utf8').catch(() => '');
      const lines = text.split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Start);
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The files that the plan of `plans.ts` asks for. */
export const work = { '%.txt': '%\n' };

/** When agents began and ended, as they say themselves (see agent.sh). */
import { readFile } from 'node:fs/promises';

export interface AgentLife {
  increment: string;
  /** Epoch ms, with fractions. */
  begin: number;
  /** `undefined` while it runs, and of one that was killed. */
  end: number | undefined;
}

export async function readAgentLog(file: string): Promise<AgentLife[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lives: AgentLife[] = [];
  // A line that is just being written has no end yet.
  for (const line of text.split('\n').slice(0, -1)) {
    const [what, increment = '', seconds = ''] = line.split(' ');
    const at = Number(seconds) * 1000;
    if (what === 'begin') lives.push({ increment, begin: at, end: undefined });
    else {
      const life = lives.findLast((candidate) => candidate.increment === increment);
      if (life !== undefined) life.end = at;
    }
  }
  return lives;
}

/** Between the end of one agent and the begin of the next: what the loop itself takes for an iteration; ms. */
export function gapsBetween(lives: AgentLife[]): number[] {
  return lives.flatMap(({ end }, index) => {
    const next = lives[index + 1];
    return end === undefined || next === undefined ? [] : [next.begin - end];
  });
}

/** Live progress on stderr: the journal line by line, and on a terminal what runs right now. */
import { createLogUpdate } from 'log-update';
import type { Heartbeat } from '../activities/types.js';
import type { LoopStatus } from '../workflows/types.js';
import { clockTime } from './clock.js';
import { journalLine } from './journal-line.js';
import { colours, elapsed, say } from './output.js';

export interface View {
  update(status: LoopStatus, heartbeat: Heartbeat | undefined): void;
  close(): void;
}

/** @param seen number of the last journal entry that is old news to this terminal */
export function createView(seen = 0): View {
  const live = process.stderr.isTTY ? createLogUpdate(process.stderr) : undefined;
  let last = seen;
  return {
    update: (status, heartbeat) => {
      const news = status.journal.filter((entry) => entry.sequence > last);
      last = news.at(-1)?.sequence ?? last;
      if (news.length > 0) {
        live?.clear();
        news.forEach((entry) => say(journalLine(entry)));
      }
      live?.(liveLines(status, heartbeat));
    },
    close: () => live?.clear(),
  };
}

export const silentView: View = { update: () => undefined, close: () => undefined };

function liveLines({ plan, current, state, waiting }: LoopStatus, heartbeat: Heartbeat | undefined): string {
  const done = plan?.increments.filter((increment) => increment.status === 'done').length ?? 0;
  const total = plan?.increments.length ?? 0;
  const lines = [colours.bold(`${done}/${total} increments done · ${state}`)];
  const milestones = plan?.milestones.map(({ name, status }) => `${name}: ${status}`) ?? [];
  if (milestones.length > 0) lines.push(colours.dim(milestones.join(' · ')));
  if (current !== undefined) {
    const { increment, attempt, phase } = current;
    lines.push(`${increment.id} — ${increment.title} · ${phase}${attempt > 0 ? ` · attempt ${attempt}` : ''}`);
  }
  if (heartbeat !== undefined) lines.push(`${heartbeat.what} · ${elapsed(Date.now() - heartbeat.since)}`);
  if (waiting?.until !== undefined) lines.push(`Waiting until ${clockTime(waiting.until, Date.now())}, nothing runs`);
  const width = process.stderr.columns ?? 80;
  return lines.map((line) => line.slice(0, width + 10)).join('\n');
}

/** One line of a run's journal; apart from the live view, whose library `status` need not load. */
import type { JournalEntry } from '../workflows/types.js';
import { colours } from './output.js';

export function journalLine({ at, kind, text }: JournalEntry): string {
  const marks = { step: colours.cyan('▸'), good: colours.green('✔'), bad: colours.red('✘'), note: colours.dim('·') };
  const time = new Date(at).toTimeString().slice(0, 8);
  return `${colours.dim(time)} ${marks[kind]} ${text}`;
}

/** Log: one entry per iteration, in order, in the run's folder and in the workspace. */
import { appendEntry } from '../documents/progress.js';
import { readProgress, writeProgress } from '../workspace/progress-log.js';
import { hold, findDocuments, type Deps } from './context.js';
import { crashPoint } from './crash-point.js';
import { readPinned } from './iteration-file.js';
import type { LogInput } from './types.js';

/** Safe to run twice: an iteration that is logged stays as it is. */
export async function logProgress(deps: Deps, input: LogInput): Promise<void> {
  const { ref } = input;
  const held = await hold(deps, ref);
  const documents = await findDocuments(held, input.settings);
  const { personEdits, gates } = await readPinned(held, ref);
  const unchecked = input.status === 'done' ? gates.filter((gate) => gate.kind === 'manual') : [];
  const files = { canonical: held.folder.progress, workspace: documents.progress };
  const text = appendEntry(await readProgress(files), {
    iteration: ref.iteration,
    increment: ref.increment,
    title: input.title,
    status: input.status,
    filesChanged: input.filesChanged,
    testGate: input.testGate,
    learnings: unique([
      ...input.learnings,
      ...unchecked.map((gate) => `Not machine-checked: ${gate.text}`),
      ...personEdits.map((edit) => `Edited by a person: ${edit}`),
      ...input.notes,
    ]),
    commit: input.commit,
    timestamp: new Date(input.at).toISOString(),
  });
  await writeProgress(files, text);
  crashPoint(deps.state, 'after-progress');
}

/** Every attempt of an iteration may have learned the same. */
function unique(lines: string[]): string[] {
  return [...new Set(lines)];
}

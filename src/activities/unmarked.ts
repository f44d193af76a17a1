/** Plan and PRD as they were before a commit's marks, kept on disk: a refused commit takes the marks back, also after a kill in between. */
import { join } from 'node:path';
import { readDocument, readDocumentIfAny, writeDocument } from '../workspace/document-file.js';
import type { Documents } from './context.js';

/**
 * Call before the first mark is written; what an interrupted try kept stays.
 *
 * @param folder of the attempt, which commits once
 * @returns puts both documents back
 */
export async function keepUnmarked(documents: Documents, folder: string): Promise<() => Promise<void>> {
  const files = [
    { file: documents.plan, kept: join(folder, 'plan.unmarked.md') },
    ...(documents.prd === undefined ? [] : [{ file: documents.prd, kept: join(folder, 'prd.unmarked.md') }]),
  ];
  await Promise.all(
    files.map(async ({ file, kept }) => {
      if ((await readDocumentIfAny(kept)) === undefined) await writeDocument(kept, await readDocument(file));
    }),
  );
  return async () => {
    for (const { file, kept } of files) await writeDocument(file, await readDocument(kept));
  };
}

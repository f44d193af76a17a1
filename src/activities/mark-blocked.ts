import { markPlan } from '../documents/mark-plan.js';
import { treeOf } from '../git/saved-tree.js';
import { writeDocument } from '../workspace/document-file.js';
import { closeInterrupted } from './agent-window.js';
import { findDocuments, hold, type Deps } from './context.js';
import { readPlan } from './snapshot.js';
import { reap } from './supervise.js';
import type { BlockInput, BlockResult } from './types.js';

/** The status `blocked` on disk, for the person who looks; the half-made work stays beside it, uncommitted. */
export async function markBlocked(deps: Deps, { ref, settings }: BlockInput): Promise<BlockResult> {
  const held = await hold(deps, ref);
  await reap(held, settings);
  const documents = await findDocuments(held, settings);
  await closeInterrupted(held, documents);
  const { text } = await readPlan(documents);
  const marked = markPlan(text, { increment: { id: ref.increment, status: 'blocked' }, current: ref.increment });
  await writeDocument(documents.plan, marked, text);
  return { tree: await treeOf(held.checkout) };
}

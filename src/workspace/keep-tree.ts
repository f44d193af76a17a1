/** Lets programs loose on a checkout that must look afterwards as it did before. */
import type { Checkout } from '../git/checkout.js';
import { deleteRefs, resolveObjects } from '../git/refs.js';
import { restoreTree } from '../git/restore-tree.js';
import { saveTree, treeOf } from '../git/saved-tree.js';

/**
 * Whatever `work` does to tracked and untracked files is undone; ignored files stay as it left them, and staged changes
 * of files that it touched are no longer staged. Should this process be killed meanwhile, the files as they were are
 * under `ref`.
 *
 * @param ref below `refs/ralph/`
 */
export async function keepingTree<T>(checkout: Checkout, ref: string, work: () => Promise<T>): Promise<T> {
  const saved = await saveTree(checkout, ref, 'Before the checks that precede a run');
  try {
    return await work();
  } finally {
    const [before] = await resolveObjects(checkout, [`${saved}^{tree}`]);
    if ((await treeOf(checkout)) !== before) await restoreTree(checkout, saved);
    await deleteRefs(checkout, ref);
  }
}

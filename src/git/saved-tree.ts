/** The work tree as a tree object, and as a commit that keeps it. */
import type { Checkout } from './checkout.js';
import { git, withEnv } from './command.js';
import { resolveObjects, updateRefs, type Ref } from './refs.js';
import { withStagedCopy } from './staged-copy.js';

export interface TreeOptions {
  /** Files that belong to it although they are ignored, from the top; those that don't exist are passed over. */
  extraPaths?: string[];
}

/** Saving must work without a configured identity, too. */
const AUTHOR = { NAME: 'Ralph Loop Runner', EMAIL: 'ralph@localhost' };
const IDENTITY = {
  ...{ GIT_AUTHOR_NAME: AUTHOR.NAME, GIT_AUTHOR_EMAIL: AUTHOR.EMAIL },
  ...{ GIT_COMMITTER_NAME: AUTHOR.NAME, GIT_COMMITTER_EMAIL: AUTHOR.EMAIL },
};

/**
 * Id of the tree that a commit of everything would have now: tracked and untracked files, without ignored ones, nested
 * repositories and empty folders. Neither the index nor a file is touched. @throws GitCommandError
 */
export async function treeOf(checkout: Checkout, options: TreeOptions = {}): Promise<string> {
  const writeTree = async (copy: Checkout) => (await git(copy, ['write-tree'])).trimEnd();
  return withStagedCopy(checkout, writeTree, options.extraPaths);
}

/**
 * Saves the work tree (see `treeOf`) as a commit on top of HEAD under a ref, and returns its hash. When the ref holds
 * the same tree already, it stays as it is; otherwise it is moved, so a ref that keeps other work must not be named.
 * @throws GitCommandError
 */
export async function saveTree(
  checkout: Checkout,
  ref: string,
  message: string,
  options: TreeOptions = {},
): Promise<string> {
  const [tree, [head, saved, savedTree]] = await Promise.all([
    treeOf(checkout, options),
    resolveObjects(checkout, ['HEAD', ref, `${ref}^{tree}`]),
  ]);
  if (saved !== undefined && savedTree === tree) return saved;
  const hash = await commitTree(checkout, tree, head, message);
  await git(checkout, ['update-ref', ref, hash]);
  return hash;
}

export interface NewTree {
  /** Made by `treeOf`. */
  tree: string;
  /** A ref that does not exist; the caller has looked. */
  ref: string;
  /** Refs that keep nothing of use any more; they go in the same step, or the whole step fails. */
  obsolete: Ref[];
}

/** As `saveTree`, without a commit around the tree and without a look at what the caller knows. @throws GitCommandError */
export async function saveNewTree(checkout: Checkout, { tree, ref, obsolete }: NewTree): Promise<void> {
  await updateRefs(checkout, [`update ${ref} ${tree}`, ...obsolete.map((old) => `delete ${old.name} ${old.hash}`)]);
}

async function commitTree(checkout: Checkout, tree: string, parent: string | undefined, message: string) {
  const parents = parent === undefined ? [] : ['-p', parent];
  const commit = ['commit-tree', tree, ...parents, '-F', '-'];
  return (await git(withEnv(checkout, IDENTITY), commit, { input: message })).trimEnd();
}

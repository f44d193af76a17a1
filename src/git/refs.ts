/** Branches, tags and the refs that keep saved work. */
import type { Checkout } from './checkout.js';
import { git, reading, runGit } from './command.js';

export interface Ref {
  /** Full name: `refs/heads/main`. */
  name: string;
  hash: string;
}

/** Refs below which this product keeps its own; nothing else is ever deleted. */
const OWN = 'refs/ralph/';

/** Hash of the commit that a ref or revision names; `undefined` when there is none. */
export async function refHash(checkout: Checkout, ref: string): Promise<string | undefined> {
  return (await resolveObjects(checkout, [`${ref}^{commit}`]))[0];
}

/** Hash of each named object (revision syntax), or `undefined`, in one git. Names hold no line breaks. */
export async function resolveObjects(checkout: Checkout, names: string[]): Promise<(string | undefined)[]> {
  const text = await git(checkout, ['cat-file', '--batch-check=%(objectname)'], { input: names.join('\n') + '\n' });
  const answers = text.split('\n');
  return names
    .map((_, index) => answers[index])
    .map((answer) => (/^[0-9a-f]{40,64}$/.test(answer ?? '') ? answer : undefined));
}

/** The refs at or below a prefix, such as `refs/ralph/0001_x`, by name. */
export async function listRefs(checkout: Checkout, prefix: string): Promise<Ref[]> {
  const text = await git(reading(checkout), ['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.indexOf(' ');
      return { hash: line.slice(0, space), name: line.slice(space + 1) };
    });
}

/** Deletes the refs at or below a prefix, all or none, and returns how many. @throws RangeError for a prefix outside `refs/ralph/`. */
export async function deleteRefs(checkout: Checkout, prefix: string): Promise<number> {
  if (!prefix.startsWith(OWN)) throw new RangeError(`Only refs below ${OWN} are deleted, not ${prefix}.`);
  const refs = await listRefs(checkout, prefix);
  if (refs.length > 0)
    await updateRefs(
      checkout,
      refs.map(({ name, hash }) => `delete ${name} ${hash}`),
    );
  return refs.length;
}

/** Applies commands of `git update-ref --stdin`, all or none. */
export async function updateRefs(checkout: Checkout, commands: string[]): Promise<void> {
  await git(checkout, ['update-ref', '-m', 'ralph', '--stdin'], { input: commands.join('\n') + '\n' });
}

/** Whether everything in `ancestor` is also in `descendant`; a commit is its own ancestor. */
export async function isAncestor(checkout: Checkout, ancestor: string, descendant: string): Promise<boolean> {
  return (await runGit(checkout, ['merge-base', '--is-ancestor', ancestor, descendant])).code === 0;
}

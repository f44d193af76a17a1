/** Names of plans, PRDs, workspaces and branches. Text only: nothing here looks at a disk. */

export interface PlanName {
  /** Four digits. */
  number: string;
  slug: string;
}

export interface Layout {
  /** Loose plans and workspaces, from the git root. */
  active: string;
  completed: string;
  /** PRDs. */
  specs: string;
}

const SLUG = '([^\\s/\\\\](?:[^/\\\\\\0]*[^\\s/\\\\])?)';
const PLAN_FILE = new RegExp(`^(\\d{4})_exec_${SLUG}\\.md$`);
const PRD_FILE = new RegExp(`^(?:(\\d{4})_prd_|prd-(\\d{4})-)${SLUG}\\.md$`);
const FOLDER = new RegExp(`^(\\d{4})_(?:exec_)?${SLUG}$`);

/** `0001_exec_foo-bar.md`, without folders; `undefined` for any other name. */
export function parsePlanFileName(name: string): PlanName | undefined {
  const [, number, slug] = PLAN_FILE.exec(name) ?? [];
  return number === undefined || slug === undefined ? undefined : { number, slug };
}

/** `0001_prd_foo-bar.md` or `prd-0001-foo-bar.md`, without folders; `undefined` for any other name. */
export function parsePrdFileName(name: string): PlanName | undefined {
  const [, number, kinNumber, slug] = PRD_FILE.exec(name) ?? [];
  const found = number ?? kinNumber;
  return found === undefined || slug === undefined ? undefined : { number: found, slug };
}

/** `0001_exec_foo-bar.md`. */
export const planFileName = ({ number, slug }: PlanName): string => `${number}_exec_${slug}.md`;

/** `0001_prd_foo-bar.md`. */
export const prdFileName = ({ number, slug }: PlanName): string => `${number}_prd_${slug}.md`;

/** Name of a plan's workspace, and of the plan in trailers: `0001_foo-bar`. */
export const planFolder = ({ number, slug }: PlanName): string => `${number}_${slug}`;

/** A ref is a file under .git, with `.lock` added while it is written; file names end at 255 bytes. */
const MAX_BRANCH_BYTES = 200;

/** `ralph/0001-foo-bar`, with what git refuses in a branch name (git-check-ref-format) replaced by `-`. */
export function branchName({ number, slug }: PlanName): string {
  const accepted = slug
    // eslint-disable-next-line no-control-regex -- git refuses control characters
    .replace(/[\x00-\x20\x7f~^:?*[\\/]+|\.{2,}|@\{/g, '-')
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-');
  let name = accepted;
  while (Buffer.byteLength(name) > MAX_BRANCH_BYTES) name = Array.from(name).slice(0, -1).join('');
  return `ralph/${number}-${name.replace(/(?:\.lock|\.|-)+$/i, '').replace(/^-+/, '') || 'plan'}`;
}

/** What a person wrote to name a plan. */
export type PlanArgument =
  | { kind: 'number'; number: string }
  | { kind: 'folder'; number: string; slug: string }
  | { kind: 'path'; path: string }
  | { kind: 'invalid'; reason: string };

/** Reads `0001` (or `1`), `0001_slug`, or the path of a Markdown file or of a workspace folder. */
export function readPlanArgument(text: string): PlanArgument {
  const argument = text.trim();
  const hint = 'write its number (0001), its name (0001_slug) or the path of its .md file';
  const invalid = (problem: string): PlanArgument => ({ kind: 'invalid', reason: `${problem}: ${hint}.` });
  if (argument === '') return invalid('No plan is named');
  if (argument.includes('\0')) return invalid('A plan can not be named with a NUL character');
  if (/^\d{1,4}$/.test(argument)) return { kind: 'number', number: argument.padStart(4, '0') };
  if (/\.md$/i.test(argument)) return { kind: 'path', path: argument };
  const [folder = '', ...above] = argument.replace(/\/+$/, '').split('/').reverse();
  const [, number, slug] = FOLDER.exec(folder) ?? [];
  if (number !== undefined && above.length > 0) return { kind: 'path', path: argument };
  if (number !== undefined && slug !== undefined) return { kind: 'folder', number, slug };
  return invalid(`"${argument}" names no plan`);
}

/** The layout under a docs root: `docs/exec-plans/{active,completed}` and `docs/product-specs`. */
export function defaultLayout(docsRoot = 'docs'): Layout {
  const root = docsRoot.replace(/\/+$/, '');
  const under = (path: string): string => (root === '' || root === '.' ? path : `${root}/${path}`);
  return {
    active: under('exec-plans/active'),
    completed: under('exec-plans/completed'),
    specs: under('product-specs'),
  };
}

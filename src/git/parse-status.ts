/** Reads `git status --porcelain=v2 -z --branch --no-renames` (format: git-status(1), "Porcelain Format Version 2"). */

export interface ParsedStatus {
  head: string;
  branch: string | undefined;
  /** Tracked paths that differ from HEAD in the index or in the work tree. */
  changed: string[];
  /** Untracked files that are not ignored. */
  untracked: string[];
  /** Untracked folders that are repositories themselves, without the final slash. */
  nested: string[];
  /** Repositories that are staged but not in HEAD: nested ones that someone added, and new submodules. */
  addedRepositories: string[];
  /** Submodules with another commit checked out, or with changed or untracked files in them. */
  dirtySubmodules: string[];
}

const GITLINK = '160000';

/** Number of space-separated fields before the path, by kind of record. */
const FIELDS: Record<string, number> = { '1': 8, u: 10 };

export function parseStatus(text: string): ParsedStatus {
  const status: ParsedStatus = {
    ...{ head: '', branch: undefined, changed: [], untracked: [] },
    ...{ nested: [], addedRepositories: [], dirtySubmodules: [] },
  };
  for (const record of text.split('\0')) readRecord(record, status);
  return status;
}

function readRecord(record: string, status: ParsedStatus): void {
  const kind = record.charAt(0);
  if (kind === '#') readHeader(record, status);
  else if (kind === '?') readUntracked(record.slice(2), status);
  else if (kind in FIELDS) readChange(record, FIELDS[kind] ?? 0, status);
}

function readHeader(record: string, status: ParsedStatus): void {
  const [, name, value = ''] = record.split(' ');
  if (name === 'branch.oid') status.head = value;
  if (name === 'branch.head' && value !== '(detached)') status.branch = value;
}

function readUntracked(path: string, status: ParsedStatus): void {
  // With all untracked files listed, only another repository is still shown as a folder.
  if (path.endsWith('/')) status.nested.push(path.slice(0, -1));
  else status.untracked.push(path);
}

function readChange(record: string, fields: number, status: ParsedStatus): void {
  const parts = record.split(' ');
  const path = parts.slice(fields).join(' ');
  const [, states = '', submodule = ''] = parts;
  status.changed.push(path);
  if (states.startsWith('A') && parts[4] === GITLINK) status.addedRepositories.push(path);
  if (/^S.*[CMU]/.test(submodule)) status.dirtySubmodules.push(path);
}

/** The repository's own pull request template, where GitHub looks for it: its folders, in this order, any case. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocumentIfAny } from '../workspace/document-file.js';

const folders = ['.github', '', 'docs'];
const name = /^pull_request_template(\.md|\.txt)?$/i;

/** @returns its text, or `undefined`; of a folder with several nobody can say which is meant */
export async function pullRequestTemplate(top: string): Promise<string | undefined> {
  for (const folder of folders) {
    const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => []);
    const found = entries.find((entry) => entry.isFile() && name.test(entry.name));
    if (found !== undefined) return readDocumentIfAny(join(top, folder, found.name));
  }
  return undefined;
}

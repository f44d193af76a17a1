/** Opens or renews a pull request: with the GitHub CLI, or with the user's own command. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renewed } from '../documents/pull-request.js';
import type { Publication } from './publication.js';

/** What the program that opens it has to know. */
export interface PullRequest {
  title: string;
  /** Our part alone. */
  body: string;
  /** Of a new one: with the repository's template. */
  wholeBody: string;
  base: string;
  branch: string;
  remote: string;
}

const url = /https?:\/\/[^\s"'<>]+/g;

/** @returns its address, if the program printed one @throws PublishProblem */
export async function openPullRequestWith(
  publication: Publication,
  request: PullRequest,
  command: string | undefined,
): Promise<string | undefined> {
  return command === undefined ? withGh(publication, request) : withCommand(publication, request, command);
}

/** `gh pr view` fails when the branch has none; what else may be wrong, `gh pr create` then says. */
async function withGh(publication: Publication, request: PullRequest): Promise<string | undefined> {
  const { branch, base, title, body, wholeBody } = request;
  const view = await publication.run('gh-view', 'gh', ['pr', 'view', branch, '--json', 'url,state,body']);
  const existing = view.ok ? readView(await readFile(view.stdout, 'utf8')) : undefined;
  const bodyFile = join(publication.folder, 'body.md');
  if (existing?.state === 'OPEN') {
    await writeFile(bodyFile, renewed(existing.body, body));
    await publication.must('gh-edit', 'gh', ['pr', 'edit', branch, '--body-file', bodyFile]);
    return existing.url;
  }
  await writeFile(bodyFile, wholeBody);
  const args = ['pr', 'create', '--base', base, '--head', branch, '--title', title, '--body-file', bodyFile];
  return lastUrl(await publication.must('gh-create', 'gh', args));
}

interface View {
  url: string;
  state: string;
  body: string;
}

function readView(text: string): View | undefined {
  try {
    const { url, state, body } = JSON.parse(text) as Partial<View>;
    return typeof url === 'string' ? { url, state: state ?? '', body: body ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

/** It finds out by itself whether there is one already. */
async function withCommand(
  publication: Publication,
  request: PullRequest,
  command: string,
): Promise<string | undefined> {
  const bodyFile = join(publication.folder, 'body.md');
  await writeFile(bodyFile, request.wholeBody);
  const { title, base, branch, remote } = request;
  const data = { plan: publication.plan, title, body: request.wholeBody, base, branch, remote };
  const stdinFile = join(publication.folder, 'request.json');
  await writeFile(stdinFile, `${JSON.stringify(data, null, 2)}\n`);
  const env = {
    RALPH_PLAN: publication.plan,
    RALPH_PR_TITLE: title,
    RALPH_PR_BODY_FILE: bodyFile,
    RALPH_PR_BASE: base,
    RALPH_PR_BRANCH: branch,
    RALPH_PR_REMOTE: remote,
  };
  return lastUrl(await publication.must('command', command, undefined, { stdinFile, env }));
}

async function lastUrl(stdout: string): Promise<string | undefined> {
  return (await readFile(stdout, 'utf8')).match(url)?.at(-1);
}

/** A complete plan goes to its remote, with a pull request that is opened once. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scene } from '../loop/scene.js';
import { scene } from '../loop/scenes.js';
import { planText, prdText } from '../support/plan.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-publish-'));
  folders.push(folder);
  return folder;
}

/** Keeps one pull request. Its first `create` makes it, and fails all the same: the answer was lost. */
const gh = `#!/usr/bin/env bash
cd "$GH_FOLDER"
printf '%s\\n' "$*" >> calls
[ "$1" = pr ] || exit 7
case $2 in
  view) [ -e pr.json ] && cat pr.json || { echo 'no pull requests found for branch' >&2; exit 1; } ;;
  create)
    shift 2
    while [ $# -gt 0 ]; do
      case $1 in --base | --head | --title | --body-file) declare "\${1//[-]/}=$2"; shift 2 ;; *) echo "what is $1?" >&2; exit 8 ;; esac
    done
    cp "$bodyfile" created.md
    echo "$base <- $head: $title" > created
    printf '{"url":"https://example.com/pull/7","state":"OPEN","body":%s}' "$(node -p 'JSON.stringify("By me.\\n\\n" + require("fs").readFileSync(0, "utf8"))' < created.md)" > pr.json
    echo 'the connection was lost' >&2
    exit 1
    ;;
  edit) cp "$5" edited.md; echo https://example.com/pull/7 ;;
esac
`;

const plan = planText({
  title: 'Write it down',
  increments: [{ id: '01', title: 'Write', gates: ['`test -f a.txt`'], prdRefs: ['US-001 AC 1'] }],
});
const prd = prdText({ stories: [{ id: 'US-001', title: 'Reading', criteria: ['It is there.', 'It reads well.'] }] });
const script = { '01': { write: { 'a.txt': 'a\n' } } };
const branch = 'ralph/0001-sample';

async function withRemote(made: Scene): Promise<string> {
  const remote = await temporary();
  await made.repository.git('init', '--quiet', '--bare', remote);
  await made.repository.git('remote', 'add', 'origin', remote);
  return remote;
}

describe('a pull request', () => {
  test('is opened against the base branch, and renewed instead of doubled when that has to be repeated', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'gh'), gh);
    await chmod(join(folder, 'gh'), 0o755);
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, GH_FOLDER: folder };
    const files = { '.github/PULL_REQUEST_TEMPLATE.md': '## Checklist\n\n- [ ] Read it\n' };
    const made = await scene({ plan, prd, script, files, env });
    const remote = await withRemote(made);

    const blocked = await made.start('--pr');
    expect(blocked.exitCode).toBe(3);
    expect(blocked.stdout).toContain('the connection was lost');
    expect(await readFile(join(folder, 'created'), 'utf8')).toBe(`main <- ${branch}: Write it down\n`);
    const created = await readFile(join(folder, 'created.md'), 'utf8');
    const hash = (await made.repository.log()).find(({ subject }) => subject.includes('increment 01'))?.hash ?? '-';
    expect(created).toContain(`- 01 — Write (${hash.slice(0, 12)})`);
    expect(created).toContain('- [ ] US-001.2: It reads well.');
    expect(created).not.toContain('US-001.1');
    expect(created).toMatch(/## Checklist\n\n- \[ \] Read it\n$/);

    const done = await made.start('--pr');
    expect(done.exitCode).toBe(0);
    expect(done.stdout).toContain('Pull request: https://example.com/pull/7');
    const edited = await readFile(join(folder, 'edited.md'), 'utf8');
    expect(edited).toBe(`By me.\n\n${created}`);
    const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
    expect(calls.map((call) => call.split(' ')[1])).toEqual(['view', 'create', 'view', 'edit']);
    expect(await made.repository.git('--git-dir', remote, 'rev-parse', branch)).toBe(
      await made.repository.git('rev-parse', 'HEAD'),
    );
    expect(made.has('.git/ralph-claim.json')).toBe(false);
  }, 240_000);

  test('may be opened by a command of the configuration', async () => {
    const folder = await temporary();
    const command = `cat > '${folder}/told'; cp "$RALPH_PR_BODY_FILE" '${folder}/body'; echo "see https://example.com/r/1"`;
    const made = await scene({ plan, script, config: { prCommand: command, pr: true } });
    await withRemote(made);
    const done = await made.start('--no-prd', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      state: 'complete',
      published: { remote: 'origin', url: 'https://example.com/r/1' },
    });
    const told = JSON.parse(await readFile(join(folder, 'told'), 'utf8')) as { body: string };
    expect(told).toMatchObject({ plan: '0001_sample', title: 'Write it down', base: 'main', branch, remote: 'origin' });
    expect(await readFile(join(folder, 'body'), 'utf8')).toBe(told.body);
  }, 120_000);

  test('without a remote and without gh is refused before the work', async () => {
    const made = await scene({ plan, script, env: { PATH: await toolsWithoutGh() } });
    const refused = await made.start('--no-prd', '--pr');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('The repository has no remote to push the branch to.');
    expect(refused.stderr).toContain('there is no gh on the PATH');
    expect(await made.agent.calls()).toEqual([]);
  }, 60_000);
});

test('a push that is refused waits for a person', async () => {
  const made = await scene({ plan, script });
  const remote = await withRemote(made);
  const hook = join(remote, 'hooks', 'pre-receive');
  await writeFile(hook, '#!/bin/sh\necho "the branch is frozen" >&2\nexit 1\n');
  await chmod(hook, 0o755);
  const blocked = await made.start('--no-prd', '--push');
  expect(blocked.exitCode).toBe(3);
  expect(blocked.stdout).toContain('the branch is frozen');
  await rm(hook);
  const done = await made.resume();
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain('Pushed to origin.');
}, 120_000);

/** A PATH that holds node, git and bash, and no gh even on a machine that has one. */
async function toolsWithoutGh(): Promise<string> {
  const folder = await temporary();
  for (const tool of ['node', 'git', 'bash', 'sh']) {
    const at = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
    await symlink(at, join(folder, tool));
  }
  return folder;
}

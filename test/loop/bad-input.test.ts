/** What a start refuses: with exit code 2 and a sentence that says what to do, and without changing anything. */
import { afterAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ralph } from '../support/cli.js';
import { planText, prdText } from '../support/plan.js';
import { makeRepository, type TestRepository } from '../support/repository.js';
import { useService } from '../support/service.js';

const increment = { id: '01', title: 'Make it', gates: ['`test -f it.txt`'], primaryFiles: ['`it.txt`'] };
const plan = planText({ increments: [increment] });
const prd = prdText({ stories: [{ id: 'US-001', title: 'Have it', criteria: ['It is there'] }] });
const planFile = 'docs/exec-plans/active/0001_exec_sample.md';

interface Case {
  what: string;
  /** Of both streams. */
  says: RegExp[];
  plan?: string;
  prd?: null;
  /** Makes it bad. */
  prepare?: (repository: TestRepository) => Promise<unknown>;
  /** Instead of `start 0001 --agent-command true`. */
  args?: string[];
  env?: Record<string, string>;
}

const start = ['start', '0001', '--agent-command', 'true'];
const cases: Case[] = [
  { what: 'no such plan', args: ['start', '0007'], says: [/no plan 0007/, /Plans here: 0001_sample/] },
  {
    what: 'two plans of one number',
    prepare: (it) => it.write('docs/exec-plans/active/0001_exec_other.md', plan),
    says: [/0001_exec_other\.md and .*0001_exec_sample\.md/, /Rename or remove/],
  },
  { what: 'no PRD', prd: null, says: [/has no PRD/, /--no-prd/] },
  {
    what: 'increments without status, gate, command or an id of their own, all told at once',
    plan: planText({
      increments: [
        { ...increment, id: '01', title: 'No status' },
        { ...increment, id: '02', title: 'No gate' },
        { ...increment, id: '03', gates: ['It looks good'] },
        { ...increment, id: '04' },
        { ...increment, id: '04' },
      ],
    })
      .replace('No status\n\n**Status:** pending\n', 'No status\n')
      .replace(/(No gate[^]*?)Test gate:\n\n1\. .*\n/, '$1'),
    says: [
      /0001_exec_sample\.md:\d+ .*01.*status/i,
      /0001_exec_sample\.md:\d+ .*02.*gate/i,
      /0001_exec_sample\.md:\d+ .*03 has no gate that is a command.*--allow-manual/,
      /0001_exec_sample\.md:\d+ .*04/,
    ],
  },
  { what: 'a plan named by a way out', args: ['start', '../../x'], says: [/"\.\.\/\.\.\/x" names no plan/, /0001_/] },
  {
    what: 'a plan file outside the repository',
    args: ['start', '../0001_exec_x.md'],
    says: [/not inside the repository/, /--repo/],
  },
  {
    what: 'a folder that is no repository',
    prepare: (it) => rm(join(it.dir, '.git'), { recursive: true }),
    says: [/not .*git repository|no git repository|not a repository/i, /git init|--repo|Name|folder/],
  },
  {
    what: 'a repository without a commit',
    prepare: async (it) => {
      await rm(join(it.dir, '.git'), { recursive: true });
      await it.git('init', '--quiet');
    },
    says: [/no commit/, /commit/],
  },
  {
    what: 'a dirty checkout of a detached HEAD beside a branch ralph, with a git that knows no name, all told at once',
    prepare: async (it) => {
      await it.write('mine.txt', 'mine');
      await it.git('branch', 'ralph');
      await it.git('checkout', '-q', '--detach');
      await it.git('config', '--unset', 'user.name');
      await it.git('config', '--unset', 'user.email');
      await it.git('config', 'user.useConfigOnly', 'true');
    },
    env: { HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', EMAIL: '' },
    says: [
      /not committed: mine\.txt.*Commit or stash/,
      /detached.*git switch/,
      /branch named ralph.*git branch -m ralph/,
      /git config user\.name/,
    ],
  },
  { what: 'a merge in progress', prepare: leaveMerge, says: [/merge is in progress/, /git merge --abort/] },
  {
    what: 'a service that does not answer',
    env: { TEMPORAL_ADDRESS: '127.0.0.1:1' },
    says: [/127\.0\.0\.1:1/, /TEMPORAL_ADDRESS/],
  },
  {
    what: 'an agent that is not there',
    args: ['start', '0001', '--agent-command', 'no-such-agent --fast'],
    says: [/no-such-agent is neither on PATH/, /Install it/],
  },
  { what: 'no agent at all', args: ['start', '0001'], says: [/--agent claude/] },
  { what: 'an agent of an unknown name', args: ['start', '0001', '--agent', 'nobody'], says: [/nobody/, /--agent/] },
  { what: 'an unknown flag', args: [...start, '--fast'], says: [/unknown option '--fast'/, /--help/] },
  { what: 'a number that is none', args: [...start, '--max-iterations', 'many'], says: [/whole number/] },
  {
    what: 'an unknown setting',
    prepare: (it) => it.write('ralph.config.json', '{"maxTries": 3}'),
    says: [/ralph\.config\.json/, /maxTries/],
  },
  {
    what: 'a configuration that is no JSON',
    prepare: (it) => it.write('ralph.config.json', '{'),
    says: [/ralph\.config\.json|configuration in/, /Mend/],
  },
];

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));

test.each(cases)(
  '$what',
  async ({ says, plan: text = plan, prd: prdIs, prepare, args = start, env = {} }) => {
    const repository = await makeRepository({ plan: text, ...(prdIs === null ? {} : { prd }) });
    cleanUps.push(() => repository.remove());
    await prepare?.(repository);
    const before = await everything(repository);
    const result = await ralph(args, { cwd: repository.dir, env: { ...useService().env, ...env } });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    for (const said of says) expect(result.stderr).toMatch(said);
    expect(result.stderr).not.toMatch(/^ {4}at /m);
    expect(await everything(repository)).toEqual(before);
  },
  60_000,
);

test('errors are told as JSON when asked', async () => {
  const repository = await makeRepository({ plan });
  cleanUps.push(() => repository.remove());
  const result = await ralph([...start, '--json'], { cwd: repository.dir, env: useService().env });
  expect(result.exitCode).toBe(2);
  expect(JSON.parse(result.stdout)).toMatchObject({
    state: 'refused',
    exitCode: 2,
    findings: [{ level: 'error', code: 'prd-missing', file: planFile }],
  });
}, 60_000);

test('a folder that does not exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ralph-none-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const args = [...start, '--repo', join(folder, 'gone')];
  const result = await ralph(args, { cwd: folder, env: useService().env });
  expect(result).toMatchObject({ exitCode: 2 });
  expect(result.stderr).toMatch(/gone is not a folder/);
}, 60_000);

async function leaveMerge(it: TestRepository): Promise<void> {
  await it.git('switch', '-qc', 'other');
  await it.write('README.md', 'theirs\n');
  await it.git('commit', '-qam', 'Theirs');
  await it.git('switch', '-q', 'main');
  await it.write('README.md', 'ours\n');
  await it.git('commit', '-qam', 'Ours');
  await it.git('merge', 'other').catch(() => undefined);
}

/** Files with their content, and what git says of them; git's own folder changes with each look. */
async function everything(repository: TestRepository): Promise<unknown> {
  const { dir } = repository;
  const ask = (...args: string[]) => repository.git(...args).catch(() => 'nothing');
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((file) => !file.startsWith(join(dir, '.git')) || file.endsWith('HEAD')).sort();
  const hash = createHash('sha256');
  for (const file of own) hash.update(file).update(await readFile(file));
  return {
    files: hash.digest('hex'),
    status: await ask('status', '--porcelain'),
    refs: await ask('for-each-ref'),
    head: await ask('rev-parse', 'HEAD'),
    claim: files.filter((file) => file.includes('ralph-claim')),
  };
}

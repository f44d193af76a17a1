/** Repositories as they are: hooks, signatures, line ends, odd paths, files that no history should hold. */
import { afterEach, expect, test } from '@jest/globals';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository } from '../support/repository.js';
import { increment, makeBench, type Bench, type BenchOptions } from './bench.js';
import { brokenPromises } from './promises.js';

const plan = 'docs/exec-plans/active/0001_sample/0001_exec_sample.md';
const one = [increment('01')];
const benches: Bench[] = [];

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.remove();
});

async function make(options: BenchOptions = {}, hooks: Record<string, string> = {}): Promise<Bench> {
  const bench = await makeBench({ increments: one, ...options });
  benches.push(bench);
  for (const [name, text] of Object.entries(hooks)) {
    await bench.repository.write(`.git/hooks/${name}`, `#!/bin/sh\n${text}\n`);
    await chmod(join(bench.repository.dir, '.git/hooks', name), 0o755);
  }
  return bench;
}

/** What a blocked start says, as JSON. */
async function blockedStart(bench: Bench): Promise<{ waiting: { reason: string; message: string } }> {
  const { exitCode, stdout, stderr } = await bench.start(['--json']);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
  return JSON.parse(stdout) as { waiting: { reason: string; message: string } };
}

async function resume(bench: Bench): Promise<void> {
  expect(await bench.ralph(['resume', '0001'])).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(bench)).toEqual([]);
}

const commits = async ({ repository }: Bench) => (await repository.log()).length;

test('a failing pre-commit hook takes the marks back, and its output goes to the next agent', async () => {
  const hook = 'test ! -e 01.txt || test -e formatted || { echo "run the formatter"; exit 1; }';
  const keepStatus = `grep -A3 '### Increment 01' ${plan} > .git/seen-plan`;
  const script = {
    '01': [{ write: { '01.txt': '01\n' } }, { write: { formatted: '' }, shell: keepStatus }],
  };
  const bench = await make({ script }, { 'pre-commit': hook });
  expect(await bench.start()).toMatchObject({ exitCode: 0 });
  expect(await bench.repository.read('.git/seen-plan')).toContain('in-progress');
  const [, second] = await bench.agent.calls();
  expect(second?.prompt).toContain('run the formatter');
  expect(await brokenPromises(bench)).toEqual([]);
}, 120_000);

test.each([
  [
    'refuses the message',
    'grep -q Ralph-Increment "$1" && { echo "no such ticket"; exit 1; }; exit 0',
    /no such ticket/,
  ],
  ['drops the trailers', 'grep -q Ralph-Increment "$1" && sed -i /^Ralph-/d "$1"; exit 0', /Ralph-/],
])(
  'a commit-msg hook that %s blocks at once',
  async (_, hook, message) => {
    const bench = await make({}, { 'commit-msg': hook });
    const before = await commits(bench);
    const { waiting } = await blockedStart(bench);
    expect(waiting).toMatchObject({ reason: 'commit-refused', message: expect.stringMatching(message) as unknown });
    expect(await bench.agent.calls()).toHaveLength(1);
    expect(await commits(bench)).toBe(before + 1);
    expect(await bench.repository.read(plan)).toContain('**Status:** blocked');
    await bench.repository.write('.git/hooks/commit-msg', '#!/bin/sh\n');
    await resume(bench);
  },
  120_000,
);

test('a hook that reformats the plan is fine', async () => {
  const hook = `test -e ${plan} || exit 0; sed -i 's/^Scope:$/Scope: /' ${plan}; git add ${plan}`;
  const bench = await make({}, { 'pre-commit': hook });
  expect(await bench.start()).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(bench)).toEqual([]);
}, 120_000);

test('a signature that needs a person blocks', async () => {
  const bench = await make({
    script: { '01': { write: { '01.txt': '01\n' }, shell: 'git config commit.gpgsign true' } },
  });
  await bench.repository.write('.git/gpg', '#!/bin/sh\necho "no pinentry" >&2\nexit 2\n');
  await chmod(join(bench.repository.dir, '.git/gpg'), 0o755);
  await bench.repository.git('config', 'gpg.program', join(bench.repository.dir, '.git/gpg'));
  const { waiting } = await blockedStart(bench);
  expect(waiting.reason).toBe('commit-refused');
  await bench.repository.git('config', 'commit.gpgsign', 'false');
  await resume(bench);
}, 120_000);

test.each([
  ['a huge file', 'truncate -s 51M model.bin', /model\.bin has 51 MB/, 'rm model.bin'],
  [
    'a credential',
    `printf 'key = "%s%s"\\n' AKIA ABCDEFGHIJKLMNOP > settings.ini`,
    /settings\.ini:1 .*AWS/,
    'rm settings.ini',
  ],
])(
  '%s is not committed',
  async (_, shell, message, mend) => {
    const bench = await make({ script: { '01': { write: { '01.txt': '01\n' }, shell } } });
    const { waiting } = await blockedStart(bench);
    expect(waiting).toMatchObject({ reason: 'commit-refused', message: expect.stringMatching(message) as unknown });
    expect(await bench.repository.git('diff', '--cached', '--name-only')).toBe('');
    await bench.repository.git('-c', `alias.mend=!${mend}`, 'mend');
    await resume(bench);
  },
  120_000,
);

test('a work tree of its own, odd names and CRLF', async () => {
  const bench = await make({
    increments: [increment('01', { gates: ['`test -e \'ä ö/ü "x".txt\'`', '`test -e 01.txt`'] })],
    script: { '01': { write: { '01.txt': '01\r\n', 'ä ö/ü "x".txt': 'x\r\n' } } },
  });
  const { repository } = bench;
  await repository.git('config', 'core.autocrlf', 'true');
  const tree = `${repository.dir}-übung eins`;
  await repository.git('worktree', 'add', '-q', '-b', 'work', tree);
  const { exitCode, stderr } = await bench.start(['--repo', tree]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await repository.git('log', '--format=%s', '-2', 'ralph/0001-sample')).toContain('increment 01');
  expect(await repository.git('show', 'ralph/0001-sample:01.txt')).toBe('01');
  expect(await repository.isClean()).toBe(true);
  expect(await repository.git('-C', tree, 'status', '--porcelain')).toBe('');
  await repository.git('worktree', 'remove', tree);
}, 120_000);

test('names that differ in case alone block, where git takes the disk for one that has but one of them', async () => {
  const bench = await make({ script: { '01': { write: { '01.txt': '01\n', 'a.txt': 'a\n', 'A.txt': 'A\n' } } } });
  await bench.repository.git('config', 'core.ignorecase', 'true');
  const { waiting } = await blockedStart(bench);
  expect(waiting).toMatchObject({ reason: 'broken', message: expect.stringMatching(/a\.txt.*A\.txt/i) as unknown });
  await rm(join(bench.repository.dir, 'A.txt'));
  await resume(bench);
  expect(await bench.repository.git('show', 'HEAD:a.txt')).toBe('a');
}, 120_000);

test('a submodule that the agent changes blocks; one that it leaves alone stays as it is', async () => {
  const bench = await make({ script: { '01': { write: { '01.txt': '01\n', 'lib/a.txt': 'changed\n' } } } });
  const { repository } = bench;
  const library = await makeRepository({ files: { 'a.txt': 'a\n' } });
  await repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.dir, 'lib');
  await repository.git('commit', '-qm', 'A library');
  const { waiting } = await blockedStart(bench);
  expect(waiting).toMatchObject({
    reason: 'nested-repository',
    message: expect.stringMatching(/submodule lib has changes/) as unknown,
  });
  await repository.git('-C', 'lib', 'checkout', '--quiet', '.');
  await resume(bench);
  expect(await repository.git('ls-tree', 'HEAD', 'lib')).toContain(await library.git('rev-parse', 'HEAD'));
  await library.remove();
}, 120_000);

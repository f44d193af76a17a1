/** A git of ours is killed, by whatever kills programs on a busy machine: its step is repeated, and nothing counts it. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { disconnect } from '../loop/workflow.js';
import { increment, killWorker, makeBench, type Bench, type BenchOptions } from './bench.js';
import { brokenPromises } from './promises.js';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(disconnect);

/** How one dies: before its work, before it with the index locked, or behind it. */
type How = 'early' | 'locked' | 'late';

/** In the order of the steps, and a part of the command line of each git that dies. */
const victims: [How, string][] = [
  // Set-up.
  ['early', 'check-ref-format'],
  ['locked', 'commit --quiet'],
  // Perceive.
  ['early', '--reverse'],
  // Before the agent.
  ['early', 'write-tree'],
  ['late', 'update-ref'],
  // Behind it: what is asked early is asked again.
  ['early', 'diff-index --cached --patch'],
  ['early', 'diff-index --cached --patch'],
  // Commit, of two increments.
  ['locked', 'add --all --verbose'],
  ['locked', 'commit --quiet'],
  ['late', 'commit --quiet'],
  // Archive, push, end.
  ['late', 'commit --quiet'],
  ['late', 'push'],
  ['early', 'attempts'],
];

/** A git in front of the real one: the runner's own, which has the marker, dies when it is the next on the list. */
function deadlyGit(): string {
  const real = execFileSync('bash', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  return `#!/bin/bash
read -r how part < .git/victims
if [[ -n $RALPH_RUN && -n $how && "$*" == *"$part"* ]]; then
  sed -i 1d .git/victims
  case $how in
    locked) touch .git/index.lock ;;
    late) '${real}' "$@" ;;
  esac
  kill -9 $$
fi
exec '${real}' "$@"
`;
}

async function makeDeadly(
  list: [How, string][],
  options: BenchOptions = {},
): Promise<{ bench: Bench; env: Record<string, string> }> {
  const bench = await makeBench(options);
  cleanUps.push(() => bench.remove());
  const { repository } = bench;
  await repository.write('.git/victims', list.map((victim) => `${victim.join(' ')}\n`).join(''));
  await repository.write('.git/bin/git', deadlyGit());
  await chmod(join(repository.dir, '.git/bin/git'), 0o755);
  return { bench, env: { PATH: `${join(repository.dir, '.git/bin')}:${process.env['PATH'] ?? ''}` } };
}

test('in each step', async () => {
  const { bench, env } = await makeDeadly(victims);
  const { repository } = bench;
  const remote = `${repository.dir}-remote`;
  cleanUps.push(() => rm(remote, { recursive: true, force: true }));
  await repository.git('init', '--quiet', '--bare', remote);
  await repository.git('remote', 'add', 'origin', remote);
  const { exitCode, stderr } = await bench.start(['--push'], env);
  const left = await repository.read('.git/victims');
  expect({ exitCode, stderr, left }).toMatchObject({ exitCode: 0, left: '' });
  const calls = (await bench.agent.calls()).map(({ increment, attempt }) => `${increment}, attempt ${attempt}`);
  // The first agent's evidence could not be taken.
  expect(calls).toEqual(['01, attempt 1', '01, attempt 1', '02, attempt 1', '03, attempt 1']);
  expect(await brokenPromises(bench)).toEqual([]);
  expect(await repository.git('--git-dir', remote, 'rev-parse', 'ralph/0001-sample')).toBe(
    await repository.git('rev-parse', 'HEAD'),
  );
}, 180_000);

test('again and again before the agent, until a person is asked', async () => {
  const { bench, env } = await makeDeadly(Array.from({ length: 5 }, () => ['early', 'write-tree']));
  const { exitCode, stdout } = await bench.start(['--json'], env);
  expect(exitCode).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    waiting: { reason: 'interrupted', message: expect.stringMatching(/write-tree was ended by a signal/) },
  });
  expect(await bench.agent.calls()).toEqual([]);
  expect(await bench.ralph(['resume', '0001'], env)).toMatchObject({ exitCode: 0 });
  expect(await brokenPromises(bench)).toEqual([]);
}, 180_000);

test('in the first step after a resume, by a worker that is new', async () => {
  const increments = [increment('01', { gates: ['`test -f mended`'] })];
  const { bench, env } = await makeDeadly([], { increments, config: { maxRetries: 0 } });
  expect(await bench.start([], env)).toMatchObject({ exitCode: 3 });
  await killWorker(bench.stateDir);
  await bench.repository.write('mended', '');
  await bench.repository.write('.git/victims', 'early --is-inside-work-tree\n');
  expect(await bench.ralph(['resume', '0001'], env)).toMatchObject({ exitCode: 0 });
  expect(await bench.repository.read('.git/victims')).toBe('');
}, 120_000);

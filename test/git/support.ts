/** What the tests of this room share: a repository with its checkout, and a git that counts how often it is run. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { openCheckout, type Checkout } from '../../src/git/checkout.js';
import { makeRepository, type RepositoryOptions, type TestRepository } from '../support/repository.js';

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((dir) => rm(dir, { recursive: true, force: true, maxRetries: 3 })));
});

/** An environment without anything of the machine's own git settings. */
export function testEnv(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '' } = process.env;
  return { PATH, HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...more };
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'ralph-git-')));
  made.push(dir);
  return dir;
}

export interface Setup {
  repository: TestRepository;
  checkout: Checkout;
}

export async function setUp(options: RepositoryOptions = {}, env = testEnv()): Promise<Setup> {
  const repository = await makeRepository(options);
  made.push(repository.dir);
  return { repository, checkout: await openCheckout(repository.dir, env) };
}

/** Runs a shell script in a folder, like a person would. */
export function sh(dir: string, script: string): string {
  return execFileSync('bash', ['-ec', script], {
    cwd: dir,
    env: { ...testEnv(), ...PERSON },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

const PERSON = {
  ...{ GIT_AUTHOR_NAME: 'Test Person', GIT_AUTHOR_EMAIL: 'person@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Test Person', GIT_COMMITTER_EMAIL: 'person@example.com' },
};

export async function addHook({ checkout }: Setup, name: string, script: string): Promise<void> {
  await mkdir(join(checkout.commonDir, 'hooks'), { recursive: true });
  const file = join(checkout.commonDir, 'hooks', name);
  await writeFile(file, `#!/bin/bash\n${script}\n`);
  await chmod(file, 0o755);
}

/** The same checkout with a git that notes each command it is given, and a function that returns and forgets them. */
export async function counted({ checkout }: Setup): Promise<{ checkout: Checkout; commands: () => Promise<string[]> }> {
  const bin = await temporaryFolder();
  const list = join(bin, 'commands');
  const real = execFileSync('bash', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  await writeFile(join(bin, 'git'), `#!/bin/bash\necho "$*" >> '${list}'\nexec '${real}' "$@"\n`);
  await chmod(join(bin, 'git'), 0o755);
  return {
    checkout: { ...checkout, env: { ...checkout.env, PATH: `${bin}:${checkout.env['PATH'] ?? ''}` } },
    commands: async () => {
      const text = await readFile(list, 'utf8').catch(() => '');
      await rm(list, { force: true });
      return text.split('\n').filter((line) => line !== '');
    },
  };
}
